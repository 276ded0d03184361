import type { ComponentType } from 'react';
import { createElement, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import type { BridgeTransport } from '../bridge/transport.ts';
import type { AppContext } from './app-context.ts';
import { Surroundings } from './app-hooks.ts';
import { CONSOLE_LEVELS } from './app-wire.ts';
import type { Connection } from './connect.ts';
import { CommandController } from './command-controller.ts';
import { connect } from './connect.ts';
import { consoleText } from './console-text.ts';
import type { Workbench } from './workbench.ts';

/** Looks of the document of an app before its own: fonts and colours of the product. */
const LOOKS = `body { margin: 12px; font: 14px/1.5 system-ui, sans-serif; background: var(--loupe-background); color: var(--loupe-text); }
a { color: var(--loupe-accent); }
button, input, select, textarea { font: inherit; }
:focus-visible { outline: 2px solid var(--loupe-accent); outline-offset: 1px; }`;

/** The app's side in its frame: the way to the product, and what is drawn. */
export class AppEnd {
  readonly workbench: Workbench;
  /** Hands the commands of the app to whoever does them. */
  // oxlint-disable-next-line no-console -- its console is where the author of an app looks
  readonly commands = new CommandController(text => console.warn(text));
  readonly #connection: Connection;
  #mounted = false;

  constructor(transport: BridgeTransport) {
    this.#connection = connect(transport);
    this.workbench = this.#connection.workbench;
    this.#forwardConsole();
    this.workbench.on('command', ({ id }) => this.commands.dispatch(id));
  }

  /** Draws a component as the whole of the app. @throws Error the second time. */
  mount = (component: ComponentType): void => {
    if (this.#mounted)
      throw new Error('An app is mounted once. Either export a component as the default of the entry, or call mount.');
    this.#mounted = true;
    // A refusal, such as of the version, is shown by the product around the app.
    this.#connection.greeted.then(
      context => this.#draw(component, context),
      () => undefined,
    );
  };

  /** Draws the default export of the entry, if there is one. */
  begin(entry: Readonly<Record<string, unknown>>): void {
    const given = entry['default'];
    if (typeof given === 'function') this.mount(given as ComponentType);
    else if (!this.#mounted)
      throw new Error('The entry of the app neither exports a component as its default nor calls mount.');
  }

  #draw(component: ComponentType, first: AppContext): void {
    const { workbench, commands } = this;
    const style = document.createElement('style');
    style.textContent = LOOKS;
    document.head.append(style);
    const place = document.createElement('div');
    document.body.append(place);
    look(first);
    function App() {
      const [context, setContext] = useState(first);
      useEffect(
        () =>
          workbench.on('context', next => {
            look(next);
            setContext(next);
          }),
        [],
      );
      return createElement(
        Surroundings.Provider,
        { value: { workbench, commands, context } },
        createElement(component),
      );
    }
    createRoot(place, {
      onUncaughtError: error => {
        reportError(error);
        this.#connection.emit('stopped', {
          message: error instanceof Error ? `${error.name}: ${error.message}` : String(error),
        });
      },
    }).render(createElement(App));
  }

  #forwardConsole(): void {
    for (const level of CONSOLE_LEVELS) {
      const own = console[level].bind(console);
      console[level] = (...values: unknown[]) => {
        own(...values);
        this.#connection.emit('console', { level, text: consoleText(values) });
      };
    }
  }
}

/** Gives the document the theme and colours of the product. */
function look({ theme, colors, locale }: AppContext): void {
  const { documentElement: page } = document;
  page.lang = locale;
  page.dataset['theme'] = theme;
  page.style.colorScheme = theme;
  for (const [name, color] of Object.entries(colors)) page.style.setProperty(`--loupe-${name}`, color);
}
