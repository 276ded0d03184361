import { useEffect, useRef } from 'react';
import type { JSX, MouseEvent, ReactNode } from 'react';
import { Icon } from './icon.tsx';
import classes from './link-tabs.module.css';

interface LinkTabsProps {
  /** Subject of the tabs, for screen readers. */
  readonly label: string;
  readonly tabs: readonly {
    readonly id: string;
    readonly title: string;
    readonly icon?: string | undefined;
    readonly path: string;
  }[];
  /** Address of the page that is shown; a tab is also active on the pages below its own. */
  readonly path: string;
  readonly onOpen: (path: string) => void;
}

/** Tabs under a header that are pages: real links, so that they open in a new tab of the browser too. */
export const LinkTabs = (props: LinkTabsProps): JSX.Element => <Links {...props} place="top" />;

/** A page with {@link LinkTabs} at its left, for more of them than fit in a line. */
export function SidePages({ children, ...props }: LinkTabsProps & { readonly children: ReactNode }): JSX.Element {
  return (
    <div className={classes['pages']}>
      <Links {...props} place="side" />
      <div className={classes['page']}>{children}</div>
    </div>
  );
}

function Links({ label, tabs, path, onOpen, place }: LinkTabsProps & { readonly place: 'top' | 'side' }): JSX.Element {
  const open = (event: MouseEvent, target: string): void => {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onOpen(target);
  };
  const list = useRef<HTMLElement>(null);
  // Tabs that do not fit are scrolled: the active one is always seen.
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [path, tabs]);
  const around = tabs.filter(tab => path === tab.path || path.startsWith(`${tab.path}/`));
  // A tab may lie below another one: the nearest is the active one.
  const active = around.toSorted((one, other) => other.path.length - one.path.length)[0];
  return (
    <nav ref={list} className={classes[place]} aria-label={label}>
      {tabs.map(tab => (
        <a
          key={tab.id}
          href={tab.path}
          className={classes['tab']}
          {...(tab === active ? { 'aria-current': 'page' as const } : {})}
          onClick={event => open(event, tab.path)}
        >
          {tab.icon === undefined ? undefined : <Icon name={tab.icon} size={15} />}
          {tab.title}
        </a>
      ))}
    </nav>
  );
}
