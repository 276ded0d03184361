import type { JSX } from 'react';
import { useAddressOf } from '#core/kernel/web/index.ts';
import { projectRoleLabel } from '#core/permissions/common/index.ts';
import { fileSize, longDate } from '#core/ui/web/index.ts';
import type { Item, ItemAsset } from '#plugins/workspace/items/common/index.ts';
import classes from './item-page.module.css';
import { messages } from './messages.ts';

const SOURCES: Readonly<Record<number, string>> = {
  1: messages.factsPanel.uploaded,
  2: messages.factsPanel.attachedByAddress,
  3: messages.factsPanel.fromAnIntegration,
  4: messages.factsPanel.generated,
};
const APPROVALS = [messages.factsPanel.none, messages.factsPanel.disapproved, messages.factsPanel.approved];

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Shows the facts about an item and its file, and its item fields. */
export function FactsPanel({ item, asset }: { readonly item: Item; readonly asset: ItemAsset }): JSX.Element {
  const addressOf = useAddressOf();
  const { width, height, size, mime } = item.metadata;
  const custom = Object.entries(item.custom_metadata);
  return (
    <>
      <dl className={classes['facts']}>
        <dt>{messages.factsPanel.approval}</dt>
        <dd>{APPROVALS[item.approval_status]}</dd>
        <dt>{messages.factsPanel.assigned}</dt>
        <dd>
          {item.assignments.length === 0
            ? messages.factsPanel.toNobody
            : item.assignments.map(each => (
                <div key={each.user_role}>
                  {addressOf(each.user_id)} <span className={classes['muted']}>{projectRoleLabel(each.user_role)}</span>
                </div>
              ))}
        </dd>
        {item.categories.length === 0 ? undefined : (
          <>
            <dt>{messages.factsPanel.categories}</dt>
            <dd>{item.categories.map(each => each.category_name).join(', ')}</dd>
          </>
        )}
        {item.entropy_value === null ? undefined : (
          <>
            <dt>{messages.factsPanel.priority}</dt>
            <dd>{item.entropy_value}</dd>
          </>
        )}
        <dt>{messages.shared.folder}</dt>
        <dd>{item.path ?? messages.factsPanel.root}</dd>
        <dt>{messages.factsPanel.type}</dt>
        <dd>{mime ?? asset.mime ?? messages.factsPanel.unknown}</dd>
        {width === null || height === null ? undefined : (
          <>
            <dt>{messages.factsPanel.size}</dt>
            <dd>{messages.factsPanel.widthPx(width, height)}</dd>
          </>
        )}
        {size === null ? undefined : (
          <>
            <dt>{messages.factsPanel.file}</dt>
            <dd>{fileSize(size)}</dd>
          </>
        )}
        <dt>{messages.factsPanel.source}</dt>
        <dd>{SOURCES[item.source] ?? messages.factsPanel.unknown}</dd>
        {item.url === null ? undefined : (
          <>
            <dt>{messages.factsPanel.address}</dt>
            <dd>{item.url}</dd>
          </>
        )}
        <dt>{messages.factsPanel.created}</dt>
        <dd>{longDate(item.createdAt)}</dd>
        <dt>{messages.factsPanel.changed}</dt>
        <dd>{longDate(item.updatedAt)}</dd>
        <dt>{messages.factsPanel.id}</dt>
        <dd>{item.id}</dd>
      </dl>
      {custom.length === 0 ? undefined : (
        <section>
          <h2 className={classes['heading']}>{messages.factsPanel.itemFields}</h2>
          <dl className={classes['facts']}>
            {custom.map(([name, value]) => (
              <Field key={name} name={name} text={textOf(value)} />
            ))}
          </dl>
        </section>
      )}
    </>
  );
}

function Field({ name, text }: { readonly name: string; readonly text: string }): JSX.Element {
  return (
    <>
      <dt>{name}</dt>
      <dd>{text}</dd>
    </>
  );
}
