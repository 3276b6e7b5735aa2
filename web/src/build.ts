// Which of the two pages this is: the one that a server answers, or the one that does
// without (`vite build --mode site`).

/** True in the page without a server: its engine is a worker, its games are the browser's. */
export const isSite = import.meta.env.MODE === 'site';
