// Measured inside the page, by the page's own clock: a program outside of it would measure its own delay, too.

/**
 * Begins to wait for the key that is pressed last and for the list that it leads to: this first row, this many matches,
 * painted. `milliseconds()` waits for that.
 */
export async function watchList(page, { first, total }) {
  await page.evaluate(
    ([firstId, matches]) => {
      let pressedAt = 0;
      const onKey = ({ timeStamp }) => {
        pressedAt = timeStamp;
      };
      const isShown = () => {
        const link = document.querySelector('li[aria-posinset="1"] a');
        const words = document.querySelector('p[role="status"]')?.textContent ?? "";
        return link?.getAttribute("href") === `/attendee-details/${firstId}` && words.startsWith(`Showing ${matches} of`);
      };
      window.addEventListener("keydown", onKey, true);
      window.listShown = new Promise((resolve) => {
        const changes = new MutationObserver(() => {
          if (!isShown()) return;
          changes.disconnect();
          window.removeEventListener("keydown", onKey, true);
          // The task after the frame: by then it is painted.
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - pressedAt)));
        });
        changes.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
      });
    },
    [first, total],
  );
  return { milliseconds: () => page.evaluate(() => window.listShown) };
}

/** The milliseconds between the page's frames while something goes on. */
export async function measureFrames(page, goOn) {
  await page.evaluate(() => {
    window.frames60 = [];
    let last = performance.now();
    const note = (now) => {
      window.frames60.push(now - last);
      last = now;
      window.nextNote = requestAnimationFrame(note);
    };
    window.nextNote = requestAnimationFrame(note);
  });
  await goOn();
  return page.evaluate(() => {
    cancelAnimationFrame(window.nextNote);
    // The first is the way to the first frame.
    return window.frames60.slice(1);
  });
}

/**
 * Notes of each ticket in `window.door` when it came into view, when the picture was taken that it was read from, how
 * long its reading took in its worker, and when the verdict was painted.
 */
export async function followDoor(page) {
  await page.evaluate(() => {
    window.door = [];
    let view = 0;
    let isInView = false;
    let picture = 0;
    let posted = 0;
    let reading = 0;
    let asked = null;

    const small = new OffscreenCanvas(16, 16).getContext("2d", { willReadFrequently: true });
    const draw = CanvasRenderingContext2D.prototype.drawImage;
    CanvasRenderingContext2D.prototype.drawImage = function (source, ...rest) {
      if (source instanceof HTMLVideoElement) picture = performance.now();
      return draw.call(this, source, ...rest);
    };
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (...rest) {
      posted = performance.now();
      this.addEventListener(
        "message",
        () => {
          reading = performance.now() - posted;
        },
        { once: true },
      );
      return post.apply(this, rest);
    };
    const ask = window.fetch;
    window.fetch = (request, ...rest) => {
      if (new URL(request.url).pathname.endsWith("/scan")) asked = { view, picture, reading };
      return ask(request, ...rest);
    };

    /** A ticket is black and white; without one the view is grey all over. */
    function lookAt(video) {
      video.requestVideoFrameCallback((_, { presentationTime }) => {
        small.drawImage(video, 0, 0, 16, 16);
        const { data } = small.getImageData(0, 0, 16, 16);
        const reds = Array.from({ length: 256 }, (_, at) => data[at * 4]);
        const hasTicket = Math.max(...reds) - Math.min(...reds) > 60;
        if (hasTicket && !isInView) view = presentationTime;
        isInView = hasTicket;
        lookAt(video);
      });
    }
    lookAt(document.querySelector("video"));

    new MutationObserver(() => {
      const heading = document.querySelector('[aria-label="Camera"] h2');
      if (!asked || heading?.textContent !== "Check-in Complete") return;
      const { view, picture, reading } = asked;
      asked = null;
      requestAnimationFrame(() =>
        setTimeout(() => window.door.push({ view, picture, reading, verdict: performance.now() })),
      );
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
}

/** Begins to wait for the choice of an event and for its list on the device's disk, which is noted once it is there. */
export async function followList(page) {
  await page.evaluate(() => {
    let chosenAt = 0;
    const onChoice = ({ timeStamp }) => {
      chosenAt = timeStamp;
    };
    window.addEventListener("change", onChoice, { capture: true, once: true });
    const setItem = Storage.prototype.setItem;
    window.listSaved = new Promise((resolve) => {
      Storage.prototype.setItem = function (key, value) {
        setItem.call(this, key, value);
        if (key !== "doorlist.door-list.as-of") return;
        Storage.prototype.setItem = setItem;
        resolve(performance.now() - chosenAt);
      };
    });
  });
  return { milliseconds: () => page.evaluate(() => window.listSaved) };
}

/** Begins to wait for the key that ends a reading and for the painted verdict about this guest; null if none comes. */
export async function followReading(page, name, limitMs) {
  await page.evaluate(
    ([guest, limit]) => {
      let pressedAt = 0;
      const onKey = ({ key, timeStamp }) => {
        if (key === "Enter") pressedAt = timeStamp;
      };
      window.addEventListener("keydown", onKey, true);
      const stage = document.querySelector('section[aria-label="Camera"]');
      window.verdictShown = new Promise((resolve) => {
        const changes = new MutationObserver(() => {
          if (!stage.querySelector("h2") || !stage.textContent.includes(guest)) return;
          end();
          // The task after the frame: by then it is painted.
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - pressedAt)));
        });
        const end = () => {
          changes.disconnect();
          window.removeEventListener("keydown", onKey, true);
        };
        changes.observe(stage, { subtree: true, childList: true, characterData: true });
        setTimeout(() => {
          end();
          resolve(null);
        }, limit);
      });
    },
    [name, limitMs],
  );
  return { milliseconds: () => page.evaluate(() => window.verdictShown) };
}

/**
 * The yardstick of a verdict: one small write that is on the disk, and then one word painted on the same page. The page's
 * own work apart, a verdict cannot be quicker.
 */
export async function measureBare(page) {
  return page.evaluate(async () => {
    const done = (request, event) =>
      new Promise((resolve, reject) => {
        request[event] = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    if (!window.bareWord) {
      window.bareWord = document.body.appendChild(document.createElement("p"));
      window.bareWord.style.cssText = "position: fixed; inset: 0 0 auto; z-index: 99; contain: strict; height: 2rem";
      const opening = indexedDB.open("bench");
      opening.onupgradeneeded = () => opening.result.createObjectStore("writes");
      window.bareDatabase = await done(opening, "onsuccess");
    }
    const began = performance.now();
    const transaction = window.bareDatabase.transaction("writes", "readwrite", { durability: "strict" });
    transaction.objectStore("writes").put({ at: began }, began);
    await done(transaction, "oncomplete");
    window.bareWord.textContent = String(began);
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    const took = performance.now() - began;
    window.bareWord.textContent = "";
    return took;
  });
}

/** Types tickets as a hardware scanner does, the next one so long after a verdict, and gives what each verdict took. */
export async function readInARow(page, tickets, pauseMs) {
  return page.evaluate(
    async ([guests, pause]) => {
      const stage = document.querySelector('section[aria-label="Camera"]');
      const shows = (name) => stage.querySelector("h2") !== null && stage.textContent.includes(name);
      const untilShown = (name) =>
        new Promise((resolve) => {
          const changes = new MutationObserver(() => {
            if (!shows(name)) return;
            changes.disconnect();
            resolve();
          });
          changes.observe(stage, { subtree: true, childList: true, characterData: true });
        });
      // The task after the frame: by then it is painted.
      const painted = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      const took = [];
      for (const { text, name } of guests) {
        const shown = untilShown(name);
        for (const key of [...text, "Enter"])
          document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
        const began = performance.now();
        await shown;
        await painted();
        took.push(performance.now() - began);
        await new Promise((resolve) => setTimeout(resolve, pause));
      }
      return took;
    },
    [tickets, pauseMs],
  );
}
