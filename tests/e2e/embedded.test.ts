import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openOwnSite } from '../support/browser.ts';
import { freePort } from '../support/built-server.ts';
import { slice } from '../support/run-plan.ts';
import type { EditorCase } from './editor-cases.ts';
import { editorCases } from './editor-cases.ts';
import { openHostPage, readAnnotations, startHostPage } from './host-page.ts';
import { markedPicture } from './picture-on-screen.ts';
import { takePicture } from './screen-checks.ts';

const ANA = 'ana@north.test';
const hostPort = await freePort();
/** Another site than `localhost` to the browser. */
const HOST = `http://127.0.0.1:${hostPort}`;
// Who may frame the editor is a setting of the server.
const site = openOwnSite([{ email: ANA, name: 'Ana North', team: 'North' }], { settings: { FRAME_ANCESTORS: HOST } });

const pictures: EditorCase = {
  name: 'pictures',
  type: 1,
  classes: ['Flower'],
  item: async (client, projectId) => (await client.upload(projectId, 'field.png', await markedPicture())).id,
  async ready(frame) {
    await frame.getByRole('tab', { name: 'Objects' }).first().waitFor();
    // The tools of other plugins come last; what arrives before moves the picture.
    await frame
      .getByRole('button', { name: /^Magic ·/ })
      .first()
      .waitFor();
  },
  async edit(frame) {
    const { keyboard, mouse } = frame.page();
    await keyboard.press('b');
    await expect.poll(() => frame.getByRole('button', { name: /^Box/ }).getAttribute('aria-pressed')).toBe('true');
    const box = (await frame.getByRole('application').boundingBox())!;
    const at = (x: number, y: number): [number, number] => [box.x + box.width * x, box.y + box.height * y];
    await mouse.move(...at(0.4, 0.4));
    await mouse.down();
    await mouse.move(...at(0.6, 0.6), { steps: 4 });
    await mouse.up();
    await frame.getByRole('tab', { name: 'Objects 1' }).waitFor();
  },
  stored: async (client, projectId, itemId) => (await client.annotation(projectId, itemId)).document.instances.length,
};

describe('the editor in a page of somebody else', () => {
  it.each(slice('embedded editors', [pictures, ...editorCases], 1))(
    'should edit $name in the session that the page hands over, save on its request, hand the annotations over, and report what happens',
    async each => {
      const client = await site().client(ANA);
      const { id } = await client.project(`Embedded ${each.name}`, each.type);
      if (each.classes.length > 0) await client.classes(id, each.classes);
      const { page: blank } = await site().visit();
      await blank.goto('/ready');
      const item = await each.item(client, id, blank, site());
      onTestFinished(await startHostPage(site(), { port: hostPort, email: ANA, projectId: id, itemId: item }));
      const host = await openHostPage(site(), HOST);
      const { page, frame, waitForEvent } = host;
      await each.ready(frame);
      expect(await page.context().cookies(site().url), 'nobody signed in here').toEqual([]);
      // Keys go where the last press was.
      await frame.locator('header [title]').first().click();
      await each.edit(frame, 0);
      await page.getByRole('button', { name: 'Save' }).click();
      await waitForEvent(/^item_saved revision [1-9]/);
      await expect.poll(() => each.stored(client, id, item, site())).toBe(1);
      const { document } = await client.annotation(id, item);
      const ids = document.instances.map(instance => instance.id);
      expect((await readAnnotations(host)).instances.map(instance => instance.id)).toEqual(ids);
      await takePicture(page, `embedded ${each.name}`);
      const back = frame.getByRole('button', { name: 'Back to the folder' });
      await back.click();
      await waitForEvent('item_left ');
      await back.waitFor();
    },
  );

  it('should not be shown in a page that is not listed, and say so when the listed one never answers', async () => {
    const frame = `<iframe src="${site().url}/t/${site().teamId}/p/1/item/1"></iframe>`;
    const hostile = await serve(`${frame}<script>
      window.received = [];
      addEventListener('message', event => window.received.push(event.data));
      document.querySelector('iframe').onload = () => { const { port1, port2 } = new MessageChannel(); document.querySelector('iframe').contentWindow.postMessage('loupe-host-hello', '*', [port2]); port1.onmessage = event => window.received.push(event.data); };
    </script>`);
    const { page, allow } = await site().visit();
    allow(/frame-ancestors|Framing|refused|blocked|ERR_BLOCKED/i);
    await page.goto(`http://127.0.0.1:${hostile}`);
    // The browser's own page is where the refused one would be.
    await expect.poll(() => page.frames()[1]?.url()).toMatch(/^chrome-error:/);
    expect(await page.evaluate('window.received')).toEqual([]);
    expect(await page.frameLocator('iframe').getByRole('tab').count()).toBe(0);

    // The listed page never answers.
    await serve(frame, hostPort);
    await page.goto(HOST);
    await page.frameLocator('iframe').getByText('The page around the editor did not answer.').waitFor();
  });
});

/** Serves a page until the test ends. Returns its port. */
async function serve(html: string, port = 0): Promise<number> {
  const server = createServer(
    (_, response) =>
      void response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(`<title>Page</title><link rel="icon" href="data:,">${html}`),
  );
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}
