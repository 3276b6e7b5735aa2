// The page as an app that the browser installs.

import { check, until } from './harness.mjs';

export default {
  async 'the browser can install the page as an app'({ page, server }) {
    const devtools = await page.context().newCDPSession(page);
    const manifest = await until('the manifest', async () => {
      const answer = await devtools.send('Page.getAppManifest');
      return answer.data && answer;
    });
    check(!manifest.errors.length, JSON.stringify(manifest.errors));
    const told = JSON.parse(manifest.data);
    check(told.name === 'Erawan' && told.start_url === '/' && told.display === 'standalone', manifest.data);
    for (const { src, sizes, type } of told.icons) {
      const size = await page.evaluate(async (name) => {
        const answer = await fetch(`/${name}`);
        const image = new Image();
        image.src = URL.createObjectURL(await answer.blob());
        await image.decode();
        return [answer.headers.get('content-type'), image.naturalWidth, image.naturalHeight];
      }, src);
      check(size[0] === type, `${src} is ${size[0]}`);
      check(sizes === 'any' || sizes === `${size[1]}x${size[2]}`, `${src} is ${size}`);
    }
    const { installabilityErrors: errors } = await devtools.send('Page.getInstallabilityErrors');
    // The tests have windows of their own, which forget everything.
    const real = errors.filter(({ errorId }) => errorId !== 'in-incognito');
    check(!real.length, JSON.stringify(real));
    // Nothing could serve an older page than the server's.
    check(!(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)), server.url);
  },
};
