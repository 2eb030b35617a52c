/** Full page loads, which drop everything this page holds in memory: contract 4 asks for them by name. */
export function redirectTo(path: string): void {
  globalThis.location.assign(path);
}

export function reloadPage(): void {
  globalThis.location.reload();
}
