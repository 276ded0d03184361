/**
 * A page that no tool looks into, as a person has it. What drives a browser for tests records the requests of its pages
 * and where in the script each began, which costs a page with a slowed processor some 300 ms of its start. Here the
 * tool asks for nothing but what is called. `cookies` are those of a context in which somebody signed in.
 */
export async function openPlainPage(browser, cookies) {
  const session = await browser.newBrowserCDPSession();
  // A context that the tool has not made, and so leaves alone.
  const { browserContextId } = await session.send('Target.createBrowserContext');
  await session.send('Storage.setCookies', { browserContextId, cookies });
  const { targetId } = await session.send('Target.createTarget', { url: 'about:blank', browserContextId });
  const { sessionId } = await session.send('Target.attachToTarget', { targetId, flatten: false });
  const waiting = new Map();
  let last = 0;
  session.on('Target.receivedMessageFromTarget', ({ sessionId: from, message }) => {
    const { id, result, error } = JSON.parse(message);
    if (from !== sessionId || id === undefined) return;
    const { resolve, reject } = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) resolve(result);
    else reject(new Error(error.message));
  });
  const send = (method, params = {}) =>
    new Promise((resolve, reject) => {
      waiting.set(++last, { resolve, reject });
      session
        .send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id: last, method, params }) })
        .catch(reject);
    });
  await send('Page.enable');
  return {
    /** Runs in each document of the page before its own scripts, frames included. */
    prepare: (script, argument) =>
      send('Page.addScriptToEvaluateOnNewDocument', { source: `(${script})(${JSON.stringify(argument)})` }),
    slow: rate => send('Emulation.setCPUThrottlingRate', { rate }),
    goto: url => send('Page.navigate', { url }),
    evaluate: async expression => (await send('Runtime.evaluate', { expression })).result.value,
    async close() {
      await session.send('Target.disposeBrowserContext', { browserContextId });
      await session.detach();
    },
  };
}
