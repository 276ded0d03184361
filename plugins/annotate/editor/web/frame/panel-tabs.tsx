import { useLayoutEffect, useRef, useState } from 'react';
import type { JSX, KeyboardEvent } from 'react';
import { Icon } from '#core/ui/web/index.ts';
import { shortTabs } from './short-tabs.ts';
import classes from './frame.module.css';

/** A tab of the side panels. */
export interface PanelTab {
  readonly id: string;
  readonly title: string;
  readonly icon: string | undefined;
  /** Shown beside the title when it is not 0. */
  readonly count: number;
}

/** CSS pixels beside the tabs. */
const PADDING = 8;

interface PanelTabsProps {
  readonly tabs: readonly PanelTab[];
  readonly open: string | undefined;
  readonly onOpen: (id: string) => void;
}

/** The tabs of the side panels in one line: the last ones show their icons where there is no room for their titles. */
export function PanelTabs({ tabs, open, onOpen }: PanelTabsProps): JSX.Element {
  const list = useRef<HTMLDivElement>(null);
  const measure = useRef<HTMLDivElement>(null);
  const [isShort, setShort] = useState<readonly boolean[]>([]);
  const openAt = tabs.findIndex(each => each.id === open);
  const labels = tabs.map(({ title, count }) => (count > 0 ? `${title} ${count.toLocaleString('en')}` : title));
  const shown = labels.join('\n');

  useLayoutEffect(() => {
    const line = list.current!;
    const fit = (): void => {
      const widths = [...measure.current!.children].map(each => (each as HTMLElement).offsetWidth);
      const pairs = Array.from({ length: widths.length / 2 }, (_, at) => ({
        full: widths[2 * at]!,
        short: widths[2 * at + 1]!,
      }));
      const next = shortTabs(pairs, openAt, line.clientWidth - PADDING);
      setShort(before => (before.join() === next.join() ? before : next));
    };
    fit();
    const observer = new ResizeObserver(fit);
    observer.observe(line);
    return () => observer.disconnect();
  }, [shown, openAt]);

  const press = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const next = tabs[(openAt + step + tabs.length) % tabs.length];
    if (step === 0 || next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    onOpen(next.id);
    (list.current!.children[tabs.indexOf(next)] as HTMLElement).focus();
  };
  return (
    <>
      <div ref={list} className={classes['tabs']} role="tablist" onKeyDown={press}>
        {tabs.map(({ id, icon, count }, at) => (
          <button
            key={id}
            type="button"
            role="tab"
            className={classes['tab']}
            aria-selected={id === open}
            tabIndex={id === open ? 0 : -1}
            {...(isShort[at] === true ? { 'aria-label': labels[at], title: labels[at] } : {})}
            onClick={event => {
              event.currentTarget.blur();
              onOpen(id);
            }}
          >
            {isShort[at] === true ? <ShortLabel icon={icon} count={count} /> : labels[at]}
          </button>
        ))}
      </div>
      <div ref={measure} className={classes['tabsMeasured']} aria-hidden>
        {tabs.flatMap(({ id, icon, count }, at) => [
          // The open tab is bold, so that the line does not move when another one is opened.
          <span key={`${id} full`} className={classes['tab']} data-bold={id === open}>
            {labels[at]}
          </span>,
          <span key={`${id} short`} className={classes['tab']}>
            <ShortLabel icon={icon} count={count} />
          </span>,
        ])}
      </div>
    </>
  );
}

function ShortLabel({ icon, count }: Pick<PanelTab, 'icon' | 'count'>): JSX.Element {
  return (
    <span className={classes['tabIcon']}>
      <Icon name={icon ?? 'list'} size={15} />
      {count > 0 ? count.toLocaleString('en') : undefined}
    </span>
  );
}
