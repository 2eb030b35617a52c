/** Full page loads, which drop everything this page holds in memory. Contract 4 requires them. */
export function redirectTo(path: string): void {
  globalThis.location.assign(path);
}

export function reloadPage(): void {
  globalThis.location.reload();
}
