import type { Page } from 'playwright-core';
import { artifact } from '../support/artifacts.ts';
import { isLongRun, seededIndex, slice } from '../support/run-plan.ts';

const THEMES = ['light', 'dark'] as const;
type Theme = (typeof THEMES)[number];
/** A run looks at one screen in this many. */
const TURNS = 3;

/**
 * Waits until what changed is drawn and nothing moves any more. Motion without an end, such as loaders, is not waited
 * for.
 */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = (): Promise<unknown> => new Promise(resolve => requestAnimationFrame(resolve));
    await frame();
    await frame();
    await Promise.allSettled(
      document
        .getAnimations()
        .filter(each => each.effect?.getComputedTiming().endTime !== Infinity)
        .map(each => each.finished),
    );
  });
}

/** Changes the theme of the page as another tab of the same user does, so that canvases and code editors follow too. */
export async function inTheme(page: Page, theme: Theme): Promise<void> {
  await page.evaluate(newValue => {
    const key = 'mantine-color-scheme-value';
    localStorage.setItem(key, newValue);
    window.dispatchEvent(new StorageEvent('storage', { key, newValue, storageArea: localStorage }));
  }, theme);
  await page.locator(`html[data-mantine-color-scheme=${theme}]`).waitFor({ state: 'attached' });
  await drawn(page);
}

/** Leaves a picture of the screen for people to look at, in a run with LOUPE_TEST_PICTURES=1. */
export async function takePicture(page: Page, name: string): Promise<void> {
  if (process.env['LOUPE_TEST_PICTURES'] === '1') await page.screenshot({ path: artifact(`${name}.png`) });
}

/** Leaves pictures of the screen in both themes, as {@link takePicture} does. */
export async function takePictures(page: Page, name: string): Promise<void> {
  if (process.env['LOUPE_TEST_PICTURES'] !== '1') return;
  for (const theme of THEMES.toReversed()) {
    await inTheme(page, theme);
    await takePicture(page, `${name} ${theme}`);
  }
}

/**
 * Returns the faults of the screen: in both themes in the long run; otherwise in one of them, when the screen has its
 * turn.
 */
export async function pictures(page: Page, name: string): Promise<readonly string[]> {
  if (!isLongRun && seededIndex(`turn of ${name}`, TURNS) !== 0) return [];
  const faults: string[] = [];
  for (const theme of slice(`theme of ${name}`, THEMES, 1)) {
    await inTheme(page, theme);
    faults.push(...(await screenFaults(page)).map(each => `${theme}: ${each}`));
    await takePicture(page, `${name} ${theme}`);
  }
  await inTheme(page, 'light');
  return faults;
}

/**
 * Times that a screen is checked before a fault counts: after a change of size or theme its parts follow one after the
 * other.
 */
const LOOKS = 20;

/**
 * Returns the lasting faults of the screen: overflow, cut text, nameless controls, faint text. Empty when there is
 * none.
 */
export async function screenFaults(page: Page): Promise<readonly string[]> {
  let found = await faultsNow(page);
  for (let look = 1; look < LOOKS && found.length > 0; look += 1) {
    await page.evaluate(() => new Promise(resolve => requestIdleCallback(resolve)));
    await drawn(page);
    found = await faultsNow(page);
  }
  return found;
}

function faultsNow(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const faults: string[] = [];
    const described = (element: Element): string =>
      `<${element.tagName.toLowerCase()}${element.id === '' ? '' : ` id=${element.id.slice(0, 20)}`} class="${String(element.getAttribute('class') ?? '').slice(0, 60)}"> “${(element.textContent ?? '').trim().slice(0, 40)}”`;
    const visible = (element: Element): boolean => {
      const box = element.getBoundingClientRect();
      return (
        box.width > 1 &&
        box.height > 1 &&
        element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
        element.closest('[aria-hidden=true], [inert]') === null
      );
    };

    const root = document.scrollingElement ?? document.documentElement;
    if (root.scrollWidth > window.innerWidth + 1)
      faults.push(`the page is ${root.scrollWidth - window.innerWidth} px too wide`);

    const withText = [...document.body.querySelectorAll<HTMLElement>('*')].filter(
      each =>
        [...each.childNodes].some(node => node.nodeType === Node.TEXT_NODE && (node.textContent ?? '').trim() !== '') &&
        !['SCRIPT', 'STYLE', 'OPTION'].includes(each.tagName) &&
        visible(each),
    );
    for (const each of withText) {
      const style = getComputedStyle(each);
      const clips =
        ['hidden', 'clip'].includes(style.overflowX) &&
        style.textOverflow !== 'ellipsis' &&
        style.webkitLineClamp === 'none';
      if (clips && each.clientWidth > 1 && each.scrollWidth > each.clientWidth + 1)
        faults.push(`text is cut: ${described(each)}`);
      const box = each.getBoundingClientRect();
      if (box.right > window.innerWidth + 1 && box.left < window.innerWidth && !scrolls(each))
        faults.push(`text runs out of the window: ${described(each)}`);
    }

    function scrolls(element: Element): boolean {
      for (let each: Element | null = element; each !== null; each = each.parentElement)
        if (['auto', 'scroll', 'hidden', 'clip'].includes(getComputedStyle(each).overflowX)) return true;
      return false;
    }

    const nameOf = (element: Element): string => {
      const by = (element.getAttribute('aria-labelledby') ?? '')
        .split(/\s+/)
        .filter(each => each !== '')
        .map(each => document.getElementById(each)?.textContent ?? '')
        .join(' ');
      const labels = [...((element as HTMLInputElement).labels ?? [])].map(each => each.textContent ?? '').join(' ');
      const images = [...element.querySelectorAll('img[alt], svg title')]
        .map(each => each.getAttribute('alt') ?? each.textContent ?? '')
        .join(' ');
      return [
        element.getAttribute('aria-label') ?? '',
        by,
        labels,
        element.textContent ?? '',
        images,
        element.getAttribute('title') ?? '',
      ]
        .join('')
        .trim();
    };
    for (const each of document.querySelectorAll('button, a[href], [role=button], [role=menuitem], [role=tab]'))
      if (visible(each) && nameOf(each) === '')
        faults.push(`has no name: ${described(each)} ${each.outerHTML.slice(0, 120)}`);
    for (const each of document.querySelectorAll<HTMLInputElement>('input:not([type=hidden]), textarea, select')) {
      const named = nameOf(each) !== '' || each.getAttribute('aria-label') !== null;
      if (visible(each) && !named) faults.push(`has no label: ${each.outerHTML.slice(0, 140)}`);
    }

    type Color = readonly [number, number, number, number];
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!;
    const parsed = new Map<string, Color>();
    const parse = (text: string): Color => {
      const known = parsed.get(text);
      if (known !== undefined) return known;
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = text;
      canvas.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0, alpha = 0] = canvas.getImageData(0, 0, 1, 1).data;
      const color: Color = [red, green, blue, alpha / 255];
      parsed.set(text, color);
      return color;
    };
    const over = (top: Color, below: Color): Color =>
      [0, 1, 2].map(index => top[index]! * top[3] + below[index]! * (1 - top[3])).concat(1) as unknown as Color;
    const luminance = ([red, green, blue]: Color): number => {
      const [r, g, b] = [red, green, blue].map(each =>
        each / 255 <= 0.03928 ? each / 255 / 12.92 : ((each / 255 + 0.055) / 1.055) ** 2.4,
      ) as [number, number, number];
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const behind = (element: Element): Color | undefined => {
      const layers: Color[] = [];
      for (let each: Element | null = element; each !== null; each = each.parentElement) {
        const style = getComputedStyle(each);
        if (style.backgroundImage !== 'none' || each.tagName === 'CANVAS') return undefined;
        const color = parse(style.backgroundColor);
        if (color[3] > 0) layers.push(color);
        if (color[3] === 1) break;
        if (each !== element && style.position === 'absolute' && color[3] === 0) return undefined;
      }
      return layers.reduceRight<Color>((below, top) => over(top, below), [255, 255, 255, 1]);
    };
    for (const each of withText) {
      if (each.closest(':disabled, [data-disabled], [aria-disabled=true]') !== null) continue;
      const style = getComputedStyle(each);
      const back = behind(each);
      if (back === undefined) continue;
      const front = over(parse(style.color), back);
      const [light, dark] = [luminance(front), luminance(back)].sort((one, other) => other - one) as [number, number];
      const ratio = (light + 0.05) / (dark + 0.05);
      const size = Number.parseFloat(style.fontSize);
      const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
      if (ratio < (large ? 3 : 4.5))
        faults.push(
          `contrast ${ratio.toFixed(2)} of ${style.color} on rgb(${back.slice(0, 3).map(Math.round).join()}): ${described(each)}`,
        );
    }
    return [...new Set(faults)];
  });
}
