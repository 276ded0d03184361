import { Input, Radio, Stack, Text } from '@mantine/core';
import type { JSX } from 'react';
import type { CopyOrMoveFinding, CopyOrMoveReport, MissingChoice } from '../../common/copy-or-move-api.ts';
import { messages } from '../messages.ts';
import { things } from '../selection.ts';
import classes from './copying.module.css';

interface CopyFindingsProps {
  readonly report: CopyOrMoveReport;
  /** Name of the other project. */
  readonly target: string;
  readonly choice: MissingChoice | undefined;
  readonly onChoose: (choice: MissingChoice) => void;
}

const NOTES: Readonly<Partial<Record<CopyOrMoveFinding['fate'], string>>> = {
  made: messages.copyFindings.willBeMade,
  left_out: messages.copyFindings.leftOut,
  refused: messages.copyFindings.theseItemsStayHere,
};

/** True when a person has to say what becomes of annotations that have no place in the other project. */
export const asksChoice = (report: Pick<CopyOrMoveReport, 'findings'> | undefined): boolean =>
  report?.findings.some(each => each.fate === 'asked') === true;

/** Lists the names that the other project lacks, with the choice of their handling. */
export function CopyFindings({ report, target, choice, onChoose }: CopyFindingsProps): JSX.Element | undefined {
  const { findings, examined, items } = report;
  if (findings.length === 0) return undefined;
  const asked = findings.filter(each => each.fate === 'asked');
  const makeable = asked.some(each => each.obstacle === null);
  const stuck = asked.some(each => each.obstacle !== null);
  return (
    <Stack gap="sm">
      <div>
        <Input.Label labelElement="div" id="bring-findings">
          {messages.copyFindings.notInTarget(target)}
        </Input.Label>
        <ul className={classes['findings']} aria-labelledby="bring-findings" tabIndex={0}>
          {findings.map(each => (
            <li key={`${each.kind} ${each.name}`} className={classes['finding']}>
              <span className={classes['what']}>{each.kind}</span>
              <span className={classes['name']} title={each.name}>
                {each.name}
              </span>
              <span className={classes['count']}>{things(each.items)}</span>
              {noteOf(each) === undefined ? undefined : <span className={classes['note']}>{noteOf(each)}</span>}
            </li>
          ))}
        </ul>
        {examined < items ? (
          <Text size="xs" c="var(--loupe-muted)" mt={4}>
            {messages.copyFindings.foundInTheFirstThings(things(examined))}
          </Text>
        ) : undefined}
      </div>
      {asked.length === 0 ? undefined : (
        <Radio.Group
          label={messages.copyFindings.annotationsThatNeedWhatIsMissing}
          value={choice ?? ''}
          onChange={value => onChoose(value as MissingChoice)}
        >
          <Stack gap={6} mt={4}>
            <Radio
              value="create"
              label={messages.copyFindings.makeItInTarget(target)}
              disabled={!makeable}
              description={makeable && stuck ? messages.copyFindings.itemsThatNeedWhatCant : undefined}
            />
            <Radio value="leave_out" label={messages.copyFindings.leaveTheseAnnotationsOut} />
            <Radio value="refuse" label={messages.copyFindings.leaveTheirItemsHere} />
          </Stack>
        </Radio.Group>
      )}
    </Stack>
  );
}

function noteOf({ fate, obstacle }: CopyOrMoveFinding): string | undefined {
  const note = [NOTES[fate], obstacle].filter(each => each !== undefined && each !== null).join(' ');
  return note === '' ? undefined : note;
}
