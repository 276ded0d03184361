import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * Starts the installed Chromium without a window; `CHROMIUM` names another one. WebGL runs in software where there is
 * no GPU.
 */
export async function launchChromium() {
  const executablePath = process.env.CHROMIUM ?? places.find(path => existsSync(path));
  if (executablePath === undefined)
    throw new Error('No Chromium found. Install the package chromium, or set CHROMIUM to its path.');
  return chromium.launch({
    executablePath,
    args: [
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      '--use-angle=swiftshader',
      '--enable-unsafe-swiftshader',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}
