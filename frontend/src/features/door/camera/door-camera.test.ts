import { describe, expect, test, vi } from "vitest";
import { CameraError, cameraFailure, listCameras, openDoorCamera } from "@/features/door/camera/door-camera";
import { hasTorch, switchTorch } from "@/features/door/camera/run-camera";
import { cameraMessage } from "@/features/door/copy";

const failure = (name: string, message = "") => new DOMException(message, name);

/** A browser whose cameras answer one request after the other; null is a camera that opens. */
function browserWith(...answers: (DOMException | null)[]) {
  const asked: unknown[] = [];
  const tracks: { stop: ReturnType<typeof vi.fn> }[] = [];
  const getUserMedia = async ({ video }: MediaStreamConstraints) => {
    asked.push(video === true ? "any" : (video as MediaTrackConstraints).facingMode);
    const next = answers.shift();
    if (next) throw next;
    const track = { stop: vi.fn() };
    tracks.push(track);
    return { getTracks: () => [track] } as unknown as MediaStream;
  };
  return {
    browser: { isSecureContext: true, cameraId: null, mediaDevices: { getUserMedia } },
    asked,
    tracks,
  };
}

const never = new AbortController().signal;
const messageOf = async (browser: Parameters<typeof openDoorCamera>[0]) => {
  const error = await openDoorCamera(browser, never).catch((caught: unknown) => caught);
  return error instanceof CameraError ? cameraMessage(error.failure) : error;
};

describe("the camera at the door", () => {
  test("is the rear one, exactly, where there is one", async () => {
    const { browser, asked } = browserWith(null);
    await openDoorCamera(browser, never);
    expect(asked).toEqual([{ exact: "environment" }]);
  });

  test("4.scan.19 is looked for in the order rear-exact, rear, front, any", async () => {
    const none = () => failure("OverconstrainedError");
    const { browser, asked } = browserWith(none(), none(), none(), null);
    expect(await openDoorCamera(browser, never)).not.toBeNull();
    expect(asked).toEqual([{ exact: "environment" }, "environment", "user", "any"]);
  });

  test("4.scan.27 is the chosen one where it can be had", async () => {
    const { browser } = browserWith();
    const asked: MediaStreamConstraints[] = [];
    const getUserMedia = async (wish: MediaStreamConstraints) => {
      asked.push(wish);
      return { getTracks: () => [] } as unknown as MediaStream;
    };
    await openDoorCamera({ ...browser, cameraId: "usb", mediaDevices: { getUserMedia } }, never);
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({ video: { deviceId: { exact: "usb" } } });
  });

  test("4.scan.27 is looked for in the old order where the chosen one is gone", async () => {
    const { browser, asked } = browserWith(failure("OverconstrainedError"), null);
    expect(await openDoorCamera({ ...browser, cameraId: "usb" }, never)).not.toBeNull();
    expect(asked).toEqual([undefined, { exact: "environment" }]);
  });

  test("is asked for once when the person refuses", async () => {
    const { browser, asked } = browserWith(failure("NotAllowedError", "Permission denied"), null);
    expect(await messageOf(browser)).toBe("Camera permission denied. Please enable in browser settings.");
    expect(asked).toHaveLength(1);
  });

  test("4.scan.42 is waited for while it is busy, and no other takes its place", async () => {
    vi.useFakeTimers();
    const busy = () => failure("NotReadableError", "Could not start video source");
    const { browser, asked } = browserWith(busy(), failure("AbortError"), null);
    const opening = openDoorCamera(browser, never);
    await vi.runAllTimersAsync();
    expect(await opening).not.toBeNull();
    expect(asked).toEqual(Array(3).fill({ exact: "environment" }));
    vi.useRealTimers();
  });

  test("4.scan.42 a chosen camera is waited for alike", async () => {
    vi.useFakeTimers();
    const { browser, asked } = browserWith(failure("NotReadableError"), null);
    const opening = openDoorCamera({ ...browser, cameraId: "usb" }, never);
    await vi.runAllTimersAsync();
    await opening;
    expect(asked).toEqual([undefined, undefined]);
    vi.useRealTimers();
  });

  test("a wait for a busy camera that is cancelled asks no more", async () => {
    const { browser, asked } = browserWith(failure("NotReadableError"), null);
    const cancel = new AbortController();
    const opening = openDoorCamera(browser, cancel.signal);
    setTimeout(() => cancel.abort(), 20);
    expect(await opening).toBeNull();
    expect(asked).toHaveLength(1);
  });

  test("closes every track it opened", async () => {
    const { browser, tracks } = browserWith(null);
    (await openDoorCamera(browser, never))?.close();
    expect(tracks[0]?.stop).toHaveBeenCalledOnce();
  });

  test("a start that is cancelled half-way leaves no live track", async () => {
    const { browser, tracks } = browserWith(null);
    const cancel = new AbortController();
    const opening = openDoorCamera(browser, cancel.signal);
    cancel.abort();
    expect(await opening).toBeNull();
    expect(tracks[0]?.stop).toHaveBeenCalledOnce();
  });

  test("a start that is cancelled between two cameras asks for no more", async () => {
    const cancel = new AbortController();
    const { browser, asked } = browserWith(failure("OverconstrainedError"), null);
    const opening = openDoorCamera(browser, cancel.signal);
    cancel.abort();
    expect(await opening).toBeNull();
    expect(asked).toHaveLength(1);
  });
});

describe("what a device has", () => {
  const device = (kind: string, deviceId: string, label: string) => ({ kind, deviceId, label });
  const devicesOf = (...devices: object[]) =>
    ({ enumerateDevices: async () => devices }) as unknown as MediaDevices;

  test("its cameras, and only those that can be asked for", async () => {
    const devices = devicesOf(
      device("videoinput", "back", "Back"),
      device("audioinput", "mic", "Microphone"),
      device("videoinput", "", ""),
    );
    expect(await listCameras(devices)).toEqual([{ id: "back", label: "Back" }]);
    expect(await listCameras(undefined)).toEqual([]);
  });

  test("a torch, where the running track says so", async () => {
    const wishes: unknown[] = [];
    const streamOf = (track: object) => ({ getVideoTracks: () => [track] }) as unknown as MediaStream;
    const lamp = streamOf({
      getCapabilities: () => ({ torch: true }),
      applyConstraints: async (wish: unknown) => void wishes.push(wish),
    });
    expect(hasTorch(lamp)).toBe(true);
    expect(hasTorch(streamOf({ getCapabilities: () => ({}) }))).toBe(false);
    expect(hasTorch(streamOf({}))).toBe(false);
    await switchTorch(lamp, true);
    expect(wishes).toEqual([{ advanced: [{ torch: true }] }]);
  });
});

describe("the camera's messages", () => {
  test("8.camera.4 a page that is not secure", async () => {
    expect(await messageOf({ isSecureContext: false, cameraId: null, mediaDevices: undefined })).toBe(
      "Camera not supported. Requires HTTPS deployment.",
    );
  });

  test("8.camera.1 a browser without cameras", async () => {
    expect(await messageOf({ isSecureContext: true, cameraId: null, mediaDevices: undefined })).toBe(
      "Camera not supported in this browser",
    );
  });

  test("8.camera.3 no camera on the device", async () => {
    const none = () => failure("NotFoundError");
    expect(await messageOf(browserWith(none(), none(), none(), none()).browser)).toBe(
      "No camera found on this device.",
    );
  });

  test.each([
    // 8.camera.2
    ["NotAllowedError", "Permission denied", "Camera permission denied. Please enable in browser settings."],
    ["NotAllowedError", "Permission dismissed", "Please allow camera access."],
    // 8.camera.3
    ["NotFoundError", "Requested device not found", "No camera found on this device."],
    // 8.camera.5
    ["UnknownError", "Could not start video source", "Camera error: Could not start video source"],
    ["UnknownError", "", "Camera error: UnknownError"],
    // 8.camera.6
    [
      "NotReadableError",
      "Lens cap stuck.",
      "Camera error: Lens cap stuck. Another app may be using the camera.",
    ],
    ["AbortError", "", "Camera error: AbortError. Another app may be using the camera."],
  ])("%s (%s)", (name, message, words) => {
    expect(cameraMessage(cameraFailure(failure(name, message)))).toBe(words);
  });
});
