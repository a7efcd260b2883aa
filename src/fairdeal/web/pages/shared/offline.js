// Keeps the pages that work without a connection: the drill, the check of a record, and the texts of
// the lessons.

/** Asks the browser to keep them. A browser that keeps nothing loses nothing else. */
export function keepOffline() {
  navigator.serviceWorker?.register("/sw.js").catch(() => {});
}
