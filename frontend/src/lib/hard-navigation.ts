/** Full page loads, which clear the page's memory, as contract 4 requires. */
export function redirectTo(path: string): void {
  globalThis.location.assign(path);
}

export function reloadPage(): void {
  globalThis.location.reload();
}
