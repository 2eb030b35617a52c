import {
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useState,
  useSyncExternalStore,
} from "react";
import { untilIdle } from "@/lib/idle";
import { createStore } from "@/lib/store";

type Import<Props> = () => Promise<ComponentType<Props>>;

/** Interval between attempts to load a visible component. */
const RETRY_MS = 3000;
/** A short network failure is over after fewer attempts. */
const NOTICE_AFTER_FAILURES = 3;
let noticeLoadFailure = () => {};
/** Sets the notice for a component that cannot be loaded; the page provides its text. */
export const setLoadFailureNotice = (tell: () => void): void => {
  noticeLoadFailure = tell;
};

const known: (() => Promise<unknown>)[] = [];
const pageReady = createStore(false);

/**
 * Call it once the page has loaded: preloads all registered components, each after `pause`, and later ones as they
 * register.
 */
export async function preloadComponents(pause?: () => Promise<unknown>): Promise<void> {
  pageReady.set(true);
  for (const load of known) {
    await pause?.();
    await load().catch(() => {}); // asked for again once it is on the screen, or the network is back
  }
}

/** True once the page has loaded: components that stay on the screen wait for it. */
export const usePageReady = (): boolean => useSyncExternalStore(pageReady.subscribe, pageReady.get);

const retries: (() => void)[] = [];

/** Lets failed pages load again when they are next shown. */
export function retryPages(): void {
  for (const retry of retries) retry();
}

/** React's `lazy` for a page, with a retry after a failure. */
export function lazyPage(importPage: Import<object>): ComponentType {
  let loaded: ComponentType | null = null;
  let hasFailed = false;
  async function load(): Promise<{ default: ComponentType }> {
    try {
      loaded ??= await importPage();
      return { default: loaded };
    } catch (error) {
      hasFailed = true;
      throw error;
    }
  }
  let Lazy = lazy(load);
  const retry = () => {
    // React's `lazy` caches a failure permanently.
    if (hasFailed) Lazy = lazy(load);
    hasFailed = false;
  };
  retries.push(retry);
  return function LazyPage() {
    const [Shown] = useState<ComponentType>(() => loaded ?? Lazy);
    return <Shown />;
  };
}

window.addEventListener("online", () => pageReady.get() && preloadComponents(untilIdle));

/**
 * React's `lazy` for a large, rarely used component. It is preloaded once the page is ready, so that it works offline.
 * A loaded component renders at once, whereas `lazy` would flash `fallback`. If a component with `onClose` (an overlay)
 * cannot be loaded, it is closed and the page continues.
 */
export function lazyComponent<Props extends object>(
  importComponent: Import<Props>,
  fallback: ReactNode = null,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null;
  let loading: Promise<ComponentType<Props>> | null = null;
  const closers = new Set<() => void>();

  function load(): Promise<ComponentType<Props>> {
    loading ??= importComponent().then(
      (part) => {
        loaded = part;
        return part;
      },
      (error: unknown) => {
        loading = null;
        console.error("A part of the screen could not be loaded", error);
        throw error;
      },
    );
    return loading;
  }

  async function loadUntilThere(): Promise<{ default: ComponentType<Props> }> {
    for (let failures = 1; ; failures++) {
      try {
        return { default: await load() };
      } catch {
        // Some browsers cache a failure until the page is reloaded, so the user must reload.
        if (failures >= NOTICE_AFTER_FAILURES) {
          if (failures === NOTICE_AFTER_FAILURES || closers.size > 0) noticeLoadFailure();
          for (const close of closers) close();
        }
        await new Promise((done) => setTimeout(done, RETRY_MS));
      }
    }
  }

  const Lazy = lazy(loadUntilThere);
  known.push(load);
  if (pageReady.get())
    void untilIdle()
      .then(load)
      .catch(() => {});

  return function LazyComponent(props: Props) {
    // Chosen once: another component type in the same place would lose its state.
    const [Shown] = useState<ComponentType<Props>>(() => loaded ?? (Lazy as ComponentType<Props>));
    const { onClose } = props as { onClose?: (() => void) | null };
    useEffect(() => {
      if (!onClose) return;
      closers.add(onClose);
      return () => void closers.delete(onClose);
    }, [onClose]);
    return (
      <Suspense fallback={fallback}>
        <Shown {...props} />
      </Suspense>
    );
  };
}
