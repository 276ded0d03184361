import type { JSX } from 'react';
import { projectRoleLabel } from '#core/permissions/common/index.ts';
import { fileSize, longDate } from '#core/ui/web/index.ts';
import type { Item, ItemAsset } from '#plugins/workspace/items/common/index.ts';
import classes from './item-page.module.css';

const SOURCES: Readonly<Record<number, string>> = {
  1: 'Uploaded',
  2: 'Attached by address',
  3: 'From an integration',
  4: 'Generated',
};
const APPROVALS = ['None', 'Disapproved', 'Approved'];

const told = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** What is known of an item and its file, and its custom metadata. */
export function FactsPanel({ item, asset }: { readonly item: Item; readonly asset: ItemAsset }): JSX.Element {
  const { width, height, size, mime } = item.metadata;
  const custom = Object.entries(item.custom_metadata);
  return (
    <>
      <dl className={classes['facts']}>
        <dt>Approval</dt>
        <dd>{APPROVALS[item.approval_status]}</dd>
        <dt>Assigned</dt>
        <dd>
          {item.assignments.length === 0
            ? 'To nobody'
            : item.assignments.map(each => (
                <div key={each.user_role}>
                  {each.user_id} <span className={classes['muted']}>{projectRoleLabel(each.user_role)}</span>
                </div>
              ))}
        </dd>
        {item.categories.length === 0 ? undefined : (
          <>
            <dt>Categories</dt>
            <dd>{item.categories.map(each => each.category_name).join(', ')}</dd>
          </>
        )}
        {item.entropy_value === null ? undefined : (
          <>
            <dt>Priority</dt>
            <dd>{item.entropy_value}</dd>
          </>
        )}
        <dt>Folder</dt>
        <dd>{item.path ?? 'Root'}</dd>
        <dt>Type</dt>
        <dd>{mime ?? asset.mime ?? 'Unknown'}</dd>
        {width === null || height === null ? undefined : (
          <>
            <dt>Size</dt>
            <dd>
              {width} × {height} px
            </dd>
          </>
        )}
        {size === null ? undefined : (
          <>
            <dt>File</dt>
            <dd>{fileSize(size)}</dd>
          </>
        )}
        <dt>Source</dt>
        <dd>{SOURCES[item.source] ?? 'Unknown'}</dd>
        {item.url === null ? undefined : (
          <>
            <dt>Address</dt>
            <dd>{item.url}</dd>
          </>
        )}
        <dt>Created</dt>
        <dd>{longDate(item.createdAt)}</dd>
        <dt>Changed</dt>
        <dd>{longDate(item.updatedAt)}</dd>
        <dt>Id</dt>
        <dd>{item.id}</dd>
      </dl>
      {custom.length === 0 ? undefined : (
        <section>
          <h2 className={classes['heading']}>Custom metadata</h2>
          <dl className={classes['facts']}>
            {custom.map(([name, value]) => (
              <Field key={name} name={name} text={told(value)} />
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
