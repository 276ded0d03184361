import { TextInput } from '@mantine/core';
import { useEffect, useReducer, useState } from 'react';
import type { JSX, KeyboardEvent } from 'react';
import { useSnapshot } from 'valtio';
import { replaceInstance } from '#plugins/annotate/annotations/common/index.ts';
import { labelledPoint, longestPointLabel, withPointLabel } from '../../common/point-labels.ts';
import { stamped } from '../../common/selection-edits.ts';
import { isVectorInstance } from '../../common/shapes.ts';
import { messages } from '../messages.ts';
import type { VectorContext } from '../vector-context.ts';
import classes from './options.module.css';

/** The field in which the label of a point is written, beside the point. */
export function PointLabelField({
  context,
  onView,
}: {
  readonly context: VectorContext;
  readonly onView: (listener: () => void) => () => void;
}): JSX.Element | undefined {
  const { labelling } = useSnapshot(context.controller.state);
  const [, again] = useReducer((count: number) => count + 1, 0);
  const isOpen = labelling !== undefined;
  useEffect(() => (isOpen ? onView(again) : undefined), [isOpen, onView]);
  const instance = labelling === undefined ? undefined : context.session.scene.get(labelling.id);
  if (labelling === undefined || instance === undefined || !isVectorInstance(instance)) return undefined;
  const place = labelledPoint(instance, labelling.point);
  if (place === undefined) return undefined;
  const { x, y } = context.stage.camera.toScreen(place);

  const write = (text: string): void => {
    const after = withPointLabel(instance, labelling.point, text);
    if (after !== instance)
      context.session.edit(messages.pointLabelField.labelPoint, [
        replaceInstance(instance, stamped(after, context.author)),
      ]);
    context.controller.label(undefined);
  };
  return (
    <div className={classes['label']} style={{ left: x + 10, top: y + 6 }}>
      <Field
        key={`${labelling.id} ${labelling.point}`}
        before={instance.pointLabels?.[String(labelling.point)] ?? ''}
        number={labelling.point}
        onWrite={write}
        onCancel={() => context.controller.label(undefined)}
      />
    </div>
  );
}

function Field({
  before,
  number,
  onWrite,
  onCancel,
}: {
  readonly before: string;
  readonly number: number;
  readonly onWrite: (text: string) => void;
  readonly onCancel: () => void;
}): JSX.Element {
  const [text, setText] = useState(before);
  const press = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Enter') onWrite(text);
    else onCancel();
  };
  return (
    <TextInput
      autoFocus
      size="xs"
      w={150}
      maxLength={longestPointLabel}
      aria-label={messages.pointLabelField.labelOfPointCount(number + 1)}
      placeholder={messages.pointLabelField.labelOfPointCount(number + 1)}
      value={text}
      onFocus={event => event.currentTarget.select()}
      onKeyDown={press}
      onBlur={() => onWrite(text)}
      onChange={event => setText(event.currentTarget.value)}
    />
  );
}
