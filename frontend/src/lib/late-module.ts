/** Loads a module once the importing one has run, and again after a failure. It is not part of a screen's first load. */
export function lateModule<Module>(load: () => Promise<Module>): () => Promise<Module> {
  let loading: Promise<Module> | null = null;
  const get = () => {
    loading ??= load().catch((error: unknown) => {
      loading = null;
      throw error;
    });
    return loading;
  };
  get().catch(() => {}); // the next call loads it again
  return get;
}
