// How the page without a server begins: what it shows while it loads, and what lets it
// load without a network next time.

import { fill } from '../i18n';
import { h } from '../ui/dom';
import { logo } from '../ui/logo';

const RELOADED = 'erawan-isolated';
const PATIENCE = 3000;

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Done once the service worker has the page. */
const taken = (container: ServiceWorkerContainer) =>
  new Promise((resolve) => container.addEventListener('controllerchange', resolve, { once: true }));

/** Shows how much of the engine is loaded. The first game takes its place. */
export function showLoading(part: number): void {
  const stage = document.querySelector('.stage');
  if (!stage || stage.querySelector('.board')) return;
  const percent = Math.round(part * 100);
  const bar = h('progress', { max: '100', value: String(percent) });
  stage.replaceChildren(
    h('div', { class: 'loading', role: 'status' }, logo(), h('p', { text: fill('loadingEngine', { percent }) }), bar),
  );
}

/**
 * Keeps the page in the browser, and gives its files the headers by which workers may
 * share memory: a host of static files sends none. The worker that does it has no say
 * in the page that started it, so that is loaded once more: false if it is just going.
 */
export async function prepare(): Promise<boolean> {
  try {
    const { serviceWorker } = navigator;
    if (!serviceWorker) return true;
    await serviceWorker.register('./service.js');
    // A browser that takes none may leave it at that.
    const isReady = await Promise.race([serviceWorker.ready, pause(PATIENCE)]);
    // What is fetched from now on is kept.
    if (isReady && !serviceWorker.controller) await Promise.race([taken(serviceWorker), pause(PATIENCE)]);
    if (!isReady || crossOriginIsolated || sessionStorage.getItem(RELOADED)) return true;
    sessionStorage.setItem(RELOADED, '1');
    location.reload();
    return false;
  } catch {
    // From a file, or in a window that keeps nothing: one thread, and the network.
    return true;
  }
}
