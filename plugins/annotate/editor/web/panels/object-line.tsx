import { useCallback, useSyncExternalStore } from 'react';
import type { JSX, MouseEvent } from 'react';
import { Icon } from '#core/ui/web/index.ts';
import { missingGroups, setLocked, setVisible } from '#plugins/annotate/annotations/common/index.ts';
import { useDocumentState, useOpen } from '../frame/use-controller.ts';
import { messages } from '../messages.ts';
import type { ObjectRow } from './object-rows.ts';
import { typeTitle, unclassified } from './object-rows.ts';
import classes from './panels.module.css';

interface ObjectLineProps {
  readonly row: Extract<ObjectRow, { kind: 'object' }>;
  /** Distance from the top of the list, pixels. */
  readonly start: number;
  readonly selected: boolean;
  readonly onClick: (event: MouseEvent) => void;
}

/** One object: class, number, and whether it is hidden or locked. */
export function ObjectLine({ row: { instance, number }, start, selected, onClick }: ObjectLineProps): JSX.Element {
  const { document, editor } = useOpen();
  const { classes: known, readOnly } = useDocumentState(document);
  const { scene } = document;
  const hovered = useSyncExternalStore(
    useCallback((listener: () => void) => scene.onChange(listener), [scene]),
    () => scene.hover === instance.id,
  );
  const owner = known.find(each => each.id === instance.classId);
  const hidden = instance.visible === false;
  const locked = instance.locked === true;
  const title = editor?.titleOf?.(instance);
  const missing = owner === undefined ? [] : missingGroups(editor?.asShown?.(instance) ?? instance, owner);
  const toggle = (event: MouseEvent, change: () => void): void => {
    event.stopPropagation();
    change();
  };
  return (
    <div
      className={classes['line']}
      role="option"
      aria-selected={selected}
      data-hovered={hovered}
      data-hidden={hidden}
      style={{ transform: `translateY(${start}px)` }}
      onClick={onClick}
      onMouseEnter={() => scene.setHover(instance.id)}
    >
      <span className={classes['swatch']} style={{ background: owner?.color ?? '#8a929e' }} />
      {title === undefined ? (
        <span className={classes['label']}>{owner?.name ?? unclassified}</span>
      ) : (
        <span className={classes['label']} title={title}>
          {editor?.instanceWords === undefined ? (owner?.name ?? unclassified) : undefined}{' '}
          <bdi className={classes['quote']}>{title}</bdi>
        </span>
      )}
      {missing.length === 0 ? undefined : (
        <span
          className={classes['warn']}
          title={messages.objectLine.missingName(missing.map(group => group.name).join(', '))}
        >
          <Icon name="warning" size={14} />
        </span>
      )}
      {instance.error === true ? (
        <span className={classes['warn']} title={messages.shared.disapproved}>
          <Icon name="rejected" size={14} />
        </span>
      ) : instance.error === false ? (
        <span className={classes['good']} title={messages.shared.approved}>
          <Icon name="approved" size={14} />
        </span>
      ) : undefined}
      <span className={classes['muted']}>
        {title === undefined ? `${typeTitle(instance.type)} ` : ''}#{number}
      </span>
      {readOnly !== undefined ? undefined : (
        // For the pointer only: an option may hold no buttons, and keys hide and lock the selection.
        <span className={classes['icons']} data-kept={hidden || locked} aria-hidden>
          <span
            className={classes['icon']}
            title={hidden ? messages.shared.show : messages.objectLine.hide}
            onClick={event =>
              toggle(event, () =>
                document.edit(
                  hidden ? messages.shared.show : messages.objectLine.hide,
                  setVisible([instance], hidden, document.user),
                ),
              )
            }
          >
            <Icon name={hidden ? 'hidden' : 'eye'} size={14} />
          </span>
          <span
            className={classes['icon']}
            title={locked ? messages.objectLine.unlock : messages.objectLine.lock}
            onClick={event =>
              toggle(event, () =>
                document.edit(
                  locked ? messages.objectLine.unlock : messages.objectLine.lock,
                  setLocked([instance], !locked, document.user),
                ),
              )
            }
          >
            <Icon name={locked ? 'lock' : 'unlock'} size={14} />
          </span>
        </span>
      )}
    </div>
  );
}
