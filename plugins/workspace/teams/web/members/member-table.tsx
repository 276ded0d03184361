import { Checkbox, Menu, Text } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import type { JSX, KeyboardEvent } from 'react';
import { useRef } from 'react';
import { useEmail } from '#core/kernel/web/index.ts';
import { Icon, RowMenu, useRowFocus } from '#core/ui/web/index.ts';
import type { TeamMember } from '../../common/api.ts';
import { messages } from '../messages.ts';
import type { MemberColumn } from './member-column.ts';
import { memberText } from './member-column.ts';
import { memberName } from './member-name.ts';
import classes from './members.module.css';
import type { MemberFilterState } from './use-member-filter.ts';
import { useInvitable } from './use-invitable.ts';
import { useRemovable } from './use-removable.ts';

/** Height of a row in pixels, as in the style sheet. */
const LINE = 48;

interface MemberTableProps {
  readonly members: readonly TeamMember[];
  readonly columns: readonly MemberColumn[];
  readonly state: MemberFilterState;
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (chosen: ReadonlySet<string>) => void;
  readonly onLink: (member: TeamMember) => void;
  readonly onRemove: (member: TeamMember) => void;
}

/** Members as rows; only those on screen are drawn. Arrows go from row to row, Space chooses, Enter opens. */
export function MemberTable({
  members,
  columns,
  state,
  chosen,
  onChoose,
  onLink,
  onRemove,
}: MemberTableProps): JSX.Element {
  const scroller = useRef<HTMLDivElement>(null);
  const last = useRef(0);
  const email = useEmail();
  const invitable = useInvitable();
  const removable = useRemovable();
  const rows = useVirtualizer({
    count: members.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => LINE,
    overscan: 8,
  });
  const focus = useRowFocus(scroller, index => rows.scrollToIndex(index));
  const choosable = members.filter(removable);
  const marked = choosable.filter(each => chosen.has(each.email)).length;
  const grid = { gridTemplateColumns: `minmax(250px, 1fr) ${columns.map(each => `${each.width}px`).join(' ')} 28px` };
  const width = 250 + columns.reduce((sum, each) => sum + each.width + 12, 0) + 50;

  /** Turns one; with Shift all from the one turned before. */
  const turn = (index: number, range: boolean): void => {
    const one = members[index];
    if (one === undefined || !removable(one)) return;
    const to = !chosen.has(one.email);
    const [from, until] = range ? [Math.min(last.current, index), Math.max(last.current, index)] : [index, index];
    const next = new Set(chosen);
    for (const each of members.slice(from, until + 1).filter(removable)) {
      if (to) next.add(each.email);
      else next.delete(each.email);
    }
    last.current = index;
    onChoose(next);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const at = (event.target as HTMLElement).dataset['index'];
    if (at === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const index = focus.aimed(Number(at));
    const go = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: members.length - 1 }[event.key];
    if (go !== undefined) focus.go(Math.min(Math.max(go, 0), members.length - 1));
    else if (event.key === ' ') turn(index, event.shiftKey);
    else if (event.key === 'Enter') state.open(members[index]!.member_id);
    else return;
    event.preventDefault();
  };

  return (
    <div ref={scroller} className={classes['scroller']}>
      <div
        role="table"
        aria-label={messages.memberTable.members}
        aria-rowcount={members.length + 1}
        style={{ minWidth: width }}
      >
        <div role="rowgroup" className={classes['top']}>
          <div role="row" aria-rowindex={1} className={`${classes['row']} ${classes['head']}`} style={grid}>
            <div role="columnheader" className={classes['fixed']} aria-sort={sortOf(state, 'name')}>
              {choosable.length === 0 ? undefined : (
                <Checkbox
                  aria-label={messages.memberTable.chooseAll}
                  checked={marked === choosable.length}
                  indeterminate={marked > 0 && marked < choosable.length}
                  onChange={event =>
                    onChoose(new Set(event.currentTarget.checked ? choosable.map(each => each.email) : []))
                  }
                />
              )}
              <SortButton title={messages.shared.name} column="name" state={state} />
            </div>
            {columns.map(each => (
              <div
                key={each.key}
                role="columnheader"
                data-numeric={each.numeric}
                aria-sort={sortOf(state, each.key)}
                style={{ minWidth: 0 }}
              >
                <SortButton title={each.title} column={each.key} state={state} />
              </div>
            ))}
            <div role="columnheader" aria-label={messages.memberTable.actions} />
          </div>
        </div>
        <div role="rowgroup" className={classes['body']} style={{ height: rows.getTotalSize() }} onKeyDown={onKeyDown}>
          {rows.getVirtualItems().map(({ index, start }) => {
            const member = members[index]!;
            const name = memberName(member);
            const goes = removable(member);
            const pending = member.state === 'PENDING';
            return (
              <div
                key={member.member_id}
                role="row"
                aria-rowindex={index + 2}
                data-index={index}
                data-chosen={chosen.has(member.email)}
                tabIndex={0}
                className={`${classes['row']} ${classes['line']}`}
                style={{ ...grid, transform: `translateY(${start}px)` }}
                onClick={event => {
                  if (
                    !(event.target as HTMLElement).closest(
                      'button, input, label, a, [role=menu], [role=option], [data-portal]',
                    ) &&
                    event.currentTarget.contains(event.target as Node)
                  )
                    state.open(member.member_id);
                }}
              >
                <div role="cell" className={classes['fixed']}>
                  {goes ? (
                    <Checkbox
                      aria-label={messages.memberTable.chooseEmail(member.email)}
                      checked={chosen.has(member.email)}
                      onClick={event => turn(index, event.shiftKey)}
                      onChange={() => undefined}
                    />
                  ) : choosable.length === 0 ? undefined : (
                    <span style={{ width: 16, flex: 'none' }} />
                  )}
                  <div className={classes['name']}>
                    <Text fw={500} truncate title={name}>
                      {name}
                      {member.email === email ? ' (you)' : ''}
                    </Text>
                    {name === member.address ? undefined : (
                      <Text size="xs" c="var(--loupe-muted)" truncate title={member.address}>
                        {member.address}
                      </Text>
                    )}
                  </div>
                </div>
                {columns.map(each => (
                  <div
                    key={each.key}
                    role="cell"
                    data-numeric={each.numeric}
                    title={each.cell === undefined ? memberText(each.value(member)) : undefined}
                  >
                    {each.cell === undefined ? memberText(each.value(member)) : each.cell(member)}
                  </div>
                ))}
                <div role="cell">
                  <RowMenu of={member.email}>
                    <Menu.Item leftSection={<Icon name="person" />} onClick={() => state.open(member.member_id)}>
                      {messages.memberTable.details}
                    </Menu.Item>
                    {invitable(member) ? (
                      <Menu.Item leftSection={<Icon name="send" />} onClick={() => onLink(member)}>
                        {messages.shared.inviteAgain}
                      </Menu.Item>
                    ) : undefined}
                    {goes ? (
                      <Menu.Item
                        leftSection={<Icon name="trash" />}
                        c="var(--loupe-danger)"
                        onClick={() => onRemove(member)}
                      >
                        {pending ? messages.shared.cancelInvitation : messages.shared.removeFromTeam}
                      </Menu.Item>
                    ) : undefined}
                  </RowMenu>
                </div>
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}

const sortOf = ({ filter }: MemberFilterState, column: string): 'ascending' | 'descending' | 'none' =>
  filter.sort !== column ? 'none' : filter.order === 'asc' ? 'ascending' : 'descending';

function SortButton({
  title,
  column,
  state,
}: {
  readonly title: string;
  readonly column: string;
  readonly state: MemberFilterState;
}): JSX.Element {
  const { filter, sortBy } = state;
  const active = filter.sort === column;
  return (
    <button type="button" className={classes['sort']} data-active={active} title={title} onClick={() => sortBy(column)}>
      {title}
      {active ? <Icon name={filter.order === 'asc' ? 'up' : 'down'} size={12} /> : undefined}
    </button>
  );
}
