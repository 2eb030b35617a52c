import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DOORLIST, PYTHON } from "./server";

/** Where the server of a test sends its messages, and what arrived. */

export const SENDER = "Gala Office <tickets@example.org>";

/** A message as a mail program reads it. */
export interface Message {
  headers: [name: string, value: string][];
  text: string;
  /** With its pictures in place. */
  html: string;
  attachments: string[];
}

// Another parser than the writer's would be better still; a mail program's is not at hand.
const READ = `import base64, email, email.policy, json, sys
message = email.message_from_binary_file(open(sys.argv[1], "rb"), policy=email.policy.default)
body = lambda kind: (part := message.get_body((kind,))) and part.get_content() or ""
html = body("html")
for part in message.walk():
    if part["Content-ID"]:
        data = base64.b64encode(part.get_content()).decode()
        html = html.replace(f"cid:{part['Content-ID'].strip('<>')}", f"data:image/png;base64,{data}")
attachments = [part.get_filename() for part in message.iter_attachments()]
print(json.dumps({"headers": message.items(), "text": body("plain"), "html": html, "attachments": attachments}))`;

export const readMessage = (file: string): Message =>
  JSON.parse(execFileSync(PYTHON, ["-c", READ, file], { encoding: "utf8" }));

export const headerOf = ({ headers }: Message, wanted: string): string | undefined =>
  headers.find(([name]) => name.toLowerCase() === wanted.toLowerCase())?.[1];

/** A folder that gets each message as a file; not yet there. */
export interface Folder {
  path: string;
  messages(): Message[];
  remove(): void;
}

export function newFolder(): Folder {
  const parent = mkdtempSync(join(tmpdir(), "doorlist-mail-"));
  const path = join(parent, "sent");
  const files = () => (existsSync(path) ? readdirSync(path).filter((name) => name.endsWith(".eml")) : []);
  return {
    path,
    messages: () => files().map((name) => readMessage(join(path, name))),
    remove: () => rmSync(parent, { recursive: true, force: true }),
  };
}

/** The server's program with settings to send. */
export const sendingTo = (url: string, perMinute = 6000) =>
  [
    "env",
    `DOORLIST_SMTP_URL=${url}`,
    `DOORLIST_MAIL_FROM=${SENDER}`,
    `DOORLIST_MAIL_PER_MINUTE=${perMinute}`,
    DOORLIST,
  ] as const;

/** A mail server. It knows no `nobody@`, and hangs up after a message to `lost@` without a reply. */
export interface MailServer {
  url: string;
  recipients: string[];
  stop(): Promise<void>;
}

export async function startMailServer(): Promise<MailServer> {
  const recipients: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.once("close", () => sockets.delete(socket)).on("error", () => {}));
    converse(socket, recipients);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("No port.");
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    recipients,
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

function converse(socket: Socket, recipients: string[]): void {
  let recipient = "";
  let isInMessage = false;
  let unread = "";
  const say = (reply: string) => socket.write(`${reply}\r\n`);
  function take(line: string): void {
    if (isInMessage) {
      if (line !== ".") return;
      isInMessage = false;
      if (recipient.startsWith("lost@")) {
        socket.destroy();
        return;
      }
      recipients.push(recipient);
      say("250 2.0.0 Accepted");
    } else if (/^RCPT/i.test(line)) {
      recipient = /<(.*)>/.exec(line)?.[1] ?? "";
      say(recipient.startsWith("nobody@") ? "550 5.1.1 No such mailbox" : "250 2.1.5 OK");
    } else if (/^DATA/i.test(line)) {
      isInMessage = true;
      say("354 Go ahead");
    } else if (/^QUIT/i.test(line)) {
      socket.end("221 Bye\r\n");
    } else say("250 OK");
  }
  say("220 mail.example.org ESMTP");
  socket.setEncoding("utf8").on("data", (data: string) => {
    const lines = (unread + data).split("\r\n");
    unread = lines.pop() ?? "";
    for (const line of lines) take(line);
  });
}
