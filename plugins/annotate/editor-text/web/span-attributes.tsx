import { useLayoutEffect, useState, useSyncExternalStore } from 'react';
import type { JSX, KeyboardEvent } from 'react';
import { createPortal } from 'react-dom';
import {
  changeInstances,
  groupDepth,
  groupValue,
  missingGroups,
  shownGroups,
  withAnswer,
} from '#plugins/annotate/annotations/common/index.ts';
import { AttributeField, attributeKey } from '#plugins/annotate/editor/web/kit/index.ts';
import type { TextController } from './text-controller.ts';
import { messages } from './messages.ts';
import classes from './span-attributes.module.css';

/** The attributes of the selected span below its words; nothing for spans whose class has none. */
export function SpanAttributes({ controller }: { readonly controller: TextController }): JSX.Element | undefined {
  const { context, view } = controller;
  const { session, settings } = context;
  const [host] = useState(makeHost);
  const { popover } = useSyncExternalStore(
    listener => settings.onChange(listener),
    () => settings.now,
  );
  useSyncExternalStore(
    listener => session.scene.onChange(listener),
    () => session.scene.summary,
  );
  const known = useSyncExternalStore(
    listener => session.subscribe(listener),
    () => session.classes,
  );
  const place = useSyncExternalStore(
    listener => controller.onLayout(listener),
    () => controller.placeBelowSelection(),
  );
  useLayoutEffect(() => {
    view.content.append(host);
    return () => host.remove();
  }, [host, view]);
  const entity = context.selectedEntity;
  const owner = known.find(each => each.id === entity?.classId);
  if (!popover || place === undefined || entity === undefined || owner === undefined) return undefined;
  if (owner.attribute_groups.length === 0) return undefined;
  const press = (event: KeyboardEvent<HTMLElement>): void => {
    const effect = attributeKey(event.currentTarget, event.nativeEvent);
    if (effect === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (effect === 'leave') view.surface.focus({ preventScroll: true });
  };
  const missing = new Set(missingGroups(entity, owner));
  const [left, top] = place.split(' ');
  return createPortal(
    <section
      className={classes['popover']}
      style={{ left: `${left}px`, top: `${top}px` }}
      aria-label={messages.spanAttributes.attributesOfTheSpan}
      onKeyDown={press}
    >
      {shownGroups(owner, [entity]).map(group => (
        <AttributeField
          key={`${group.id} ${entity.id}`}
          group={group}
          depth={groupDepth(owner, group)}
          value={groupValue(entity, group)}
          mixed={false}
          missing={missing.has(group)}
          disabled={session.readOnly || entity.locked === true}
          onChange={value => {
            const now = session.scene.get(entity.id);
            if (now !== undefined)
              session.edit(
                messages.spanAttributes.setName(group.name),
                changeInstances([now], each => withAnswer(each, owner, group, value), context.author),
              );
          }}
        />
      ))}
    </section>,
    host,
  );
}

/** An element in the text whose pointer events are not those of the text. */
function makeHost(): HTMLElement {
  const host = document.createElement('div');
  host.className = classes['host']!;
  for (const type of ['pointerdown', 'pointermove', 'pointerup', 'mousedown', 'click', 'dblclick'])
    host.addEventListener(type, event => event.stopPropagation());
  return host;
}
