// Keeps the pages that work without a connection: the drill and the check of a record.

/** Asks the browser to keep them. A browser that keeps nothing loses nothing else. */
export function keepOffline() {
  navigator.serviceWorker?.register("/sw.js").catch(() => {});
}
