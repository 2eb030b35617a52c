import { expect, type Page } from "@playwright/test";
import { stage } from "./door";
import { OLIVE } from "./server";
import { expectAccessible, expectNoSidewaysScroll, signIn } from "./steps";
import { test } from "./test";

/** The door while its server is gone or frozen. */

const offline = (page: Page) => stage(page).getByText("Offline", { exact: true });

test("2.scan.37, 7.live.21 a frozen server is offline as much as one that is gone, until it answers again", {
  tag: "@phone",
}, async ({ openElsewhere, watched }) => {
  watched.expectTrouble(
    /ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_INCOMPLETE_CHUNKED|ERR_CONNECTION_RESET/,
  );
  const { page, elsewhere } = await openElsewhere("cast");
  await signIn(page, OLIVE);
  const isLive = page.waitForResponse((answer) => answer.url().includes("/api/live"));
  await page.goto("/scan-attendees");
  await isLive;
  await expect(page.getByRole("button", { name: "Start" })).toBeVisible();
  // Longer than any silence: beats alone keep it online.
  await page.waitForTimeout(9000);
  await expect(offline(page)).toHaveCount(0);

  elsewhere.freeze();
  await expect(offline(page)).toBeVisible({ timeout: 10_000 });
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  elsewhere.thaw();
  await expect(offline(page)).toHaveCount(0, { timeout: 15_000 });

  await elsewhere.stop();
  await expect(offline(page)).toBeVisible({ timeout: 10_000 });
});
