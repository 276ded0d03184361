import type { JSX } from 'react';
import { Panel, usePanels } from '#core/kernel/web/index.ts';
import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { useForm } from './form-context.ts';
import classes from './form.module.css';
import { messages } from './messages.ts';

interface ScoredFieldProps {
  readonly componentId: string;
  readonly name: string;
  readonly scoring: JsonRecord;
  readonly readOnly: boolean;
}

/** A field whose value is a score of the team: drawn and kept by who keeps the scores, apart from the answers. */
export function ScoredField({ componentId, name, scoring, readOnly }: ScoredFieldProps): JSX.Element {
  const { files: item } = useForm();
  const panels = usePanels('form.score');
  if (item === undefined)
    return (
      <div className={classes['quiet']}>
        {messages.scoredField.scoreNameIsGivenInItems(String(scoring['name'] ?? name))}
      </div>
    );
  if (panels.length === 0) return <div className={classes['quiet']}>{messages.scoredField.scoresAreSwitchedOff}</div>;
  return (
    <>
      {panels.map(panel => (
        <Panel
          key={panel.plugin}
          panel={panel}
          context={{ projectId: item.projectId, itemId: item.itemId, componentId, name, scoring, readOnly }}
        />
      ))}
    </>
  );
}
