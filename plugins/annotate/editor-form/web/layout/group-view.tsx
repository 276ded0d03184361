import { ActionIcon, Button } from '@mantine/core';
import { useState } from 'react';
import type { JSX } from 'react';
import { Icon, Tooltip, useReorder } from '#core/ui/web/index.ts';
import type { Reorder } from '#core/ui/web/index.ts';
import type { ElementPath, FormComponent } from '#plugins/annotate/form/common/index.ts';
import { FORM_TOPIC, lookTopic, rowsTopic } from '../form-topics.ts';
import { useController, useForm, useTopics } from '../form-context.ts';
import { RowActions } from '../row-actions.ts';
import { Components } from './components.tsx';
import type { PartProps } from './view-context.ts';
import { heightOf } from './estimated-height.ts';
import { LazyPart } from './lazy-part.tsx';
import classes from '../form.module.css';
import { messages } from '../messages.ts';

/** Rows that are drawn without waiting for being in sight. */
const FEW = 2;

/** A group: its components once for each row. */
export function GroupView({ component, prefix }: PartProps): JSX.Element {
  const form = useForm();
  const { controller } = form;
  const path = [...prefix, component.id];
  useTopics(controller, [rowsTopic(path), FORM_TOPIC, lookTopic(component.id)]);
  const count = controller.rowCount(component, path);
  const rows = new RowActions(form, component, path);
  const [folded, setFolded] = useState(false);
  const [closed, setClosed] = useState<ReadonlySet<number>>(new Set());
  const [chosen, choose] = useState<number>();
  const order = useReorder(count, (from, to) => rows.move(from, to));
  const title = controller.text(component['title'], prefix);
  const mayEdit = controller.mayUse(component.id, path);
  const height = (component.children ?? []).reduce((sum, each) => sum + heightOf(each) + 16, 60);
  const select = (row: number): void => {
    if (component['selectable'] !== true || chosen === row) return;
    if (chosen !== undefined) controller.events.emit({ kind: 'deselected', id: component.id, path: [...path, chosen] });
    choose(row);
    controller.events.emit({ kind: 'selected', id: component.id, path: [...path, row] });
  };
  return (
    <section
      className={classes['group']}
      aria-label={title || messages.groupView.rowsOfId(component.id)}
      data-group={component.id}
    >
      <header className={classes['groupHead']}>
        {component['collapsible'] === true ? (
          <ActionIcon
            aria-label={folded ? messages.groupView.unfold : messages.groupView.fold}
            aria-expanded={!folded}
            onClick={() => setFolded(!folded)}
          >
            <Icon name={folded ? 'right' : 'down'} />
          </ActionIcon>
        ) : undefined}
        <h3 className={classes['groupTitle']}>{title || messages.groupView.rows}</h3>
        {component['countable'] === false ? undefined : (
          <span className={classes['count']}>{count === 1 ? '1 row' : messages.groupView.countRows(count)}</span>
        )}
        <span className={classes['grow']} />
        {mayEdit && (component['deletable'] !== false || component['isTemplate'] === true) ? (
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<Icon name="plus" size={14} />}
            onClick={() => rows.append()}
          >
            {messages.shared.addARow}
          </Button>
        ) : undefined}
      </header>
      {folded ? undefined : (
        <div className={classes['rows']} {...order.list}>
          {Array.from({ length: count }, (_, row) => {
            const view = (
              <RowView
                component={component}
                path={path}
                row={row}
                count={count}
                rows={rows}
                order={order}
                mayEdit={mayEdit}
                folded={closed.has(row)}
                chosen={chosen === row}
                onChoose={() => select(row)}
                onFold={() =>
                  setClosed(before => {
                    const next = new Set(before);
                    if (!next.delete(row)) next.add(row);
                    return next;
                  })
                }
              />
            );
            return count <= FEW ? (
              <div key={row}>{view}</div>
            ) : (
              <LazyPart
                key={row}
                height={closed.has(row) ? 46 : height}
                covers={asked => [...path, row].every((step, at) => asked[at] === step)}
              >
                {view}
              </LazyPart>
            );
          })}
        </div>
      )}
    </section>
  );
}

interface RowProps {
  readonly component: FormComponent;
  readonly path: ElementPath;
  readonly row: number;
  readonly count: number;
  readonly rows: RowActions;
  readonly order: Reorder;
  readonly mayEdit: boolean;
  readonly folded: boolean;
  readonly chosen: boolean;
  readonly onChoose: () => void;
  readonly onFold: () => void;
}

function RowView({
  component,
  path,
  row,
  count,
  rows,
  order,
  mayEdit,
  folded,
  chosen,
  onChoose,
  onFold,
}: RowProps): JSX.Element {
  const controller = useController();
  const [prefix] = useState<ElementPath>([...path, row]);
  const { 'data-over': over, ...drop } = order.row(row);
  const name = messages.groupView.rowOf(row + 1, controller.text(component['title'], path) || component.id);
  return (
    <div
      className={classes['row']}
      data-row={row}
      data-selected={chosen}
      data-over={over}
      {...drop}
      onFocus={onChoose}
      onKeyDown={event => {
        // A row of a group inside of this one takes its own keys.
        if (event.defaultPrevented || !mayEdit || !event.altKey || controller.session.readOnly) return;
        if (event.key === 'Enter' && component['deletable'] !== false) rows.insert(row + 1);
        else if (event.key === 'Backspace' && component['deletable'] !== false) rows.delete(row);
        else if (event.shiftKey && event.key === 'ArrowUp' && row > 0) rows.move(row, row - 1, true);
        else if (event.shiftKey && event.key === 'ArrowDown' && row < count - 1) rows.move(row, row + 1, true);
        else return;
        event.preventDefault();
      }}
    >
      <div className={classes['rowHead']}>
        {mayEdit && count > 1 ? order.grip(row, name) : undefined}
        {component['countable'] === false ? undefined : <span className={classes['count']}>{row + 1}</span>}
        <span className={classes['grow']} />
        <Tooltip label={folded ? messages.groupView.unfold : messages.groupView.fold}>
          <ActionIcon
            size="sm"
            aria-label={messages.groupView.foldedFold(folded, name)}
            aria-expanded={!folded}
            onClick={onFold}
          >
            <Icon name={folded ? 'right' : 'down'} size={14} />
          </ActionIcon>
        </Tooltip>
        {mayEdit && component['deletable'] !== false ? (
          <Tooltip label={messages.groupView.deleteAltBackspace}>
            <ActionIcon size="sm" aria-label={messages.groupView.deleteName(name)} onClick={() => rows.delete(row)}>
              <Icon name="trash" size={14} />
            </ActionIcon>
          </Tooltip>
        ) : undefined}
      </div>
      {folded ? undefined : <Components components={component.children ?? []} prefix={prefix} />}
    </div>
  );
}
