import { Badge, Button, Menu, Skeleton, Slider } from '@mantine/core';
import { useEffect } from 'react';
import type { JSX } from 'react';
import { useSnapshot } from 'valtio';
import { useAddressOf, useService } from '#core/kernel/web/index.ts';
import { ErrorPanel, Icon, Segments, toast, toastError } from '#core/ui/web/index.ts';
import type { OpenWork } from '#plugins/annotate/editor/web/kit/index.ts';
import { useOpenItem } from '#plugins/annotate/editor/web/kit/index.ts';
import { initialsOf } from '#plugins/workspace/items/web/kit/index.ts';
import type { Curation } from '../../common/api.ts';
import type { PieceFilter } from '../../common/curation-edits.ts';
import { AgreementClient } from '../agreement-client.ts';
import { CurationController } from '../curation-controller.ts';
import { lookOf, percent } from '../people-look.ts';
import { PieceList } from './piece-list.tsx';
import classes from '../agreement.module.css';
import { messages } from '../messages.ts';

/** Lists the pieces of several people's copies of the open item, to be taken over one by one. */
export default function CurationPanel(): JSX.Element | undefined {
  const work = useOpenItem();
  return work === undefined ? undefined : <CurationOf key={work.session.item.id} work={work} />;
}

function CurationOf({ work }: { readonly work: OpenWork }): JSX.Element {
  const controller = useService(CurationController);
  const { curation, fault } = useSnapshot(controller.state) as {
    readonly curation: Curation | undefined;
    readonly fault: unknown;
  };
  const status = work.opened.item.annotation_status;
  useEffect(() => void controller.load(), [controller, status]);
  useEffect(() => () => controller.close(), [controller]);
  if (fault !== undefined) return <ErrorPanel error={fault} onRetry={() => void controller.load()} />;
  if (curation === undefined) return <Skeleton h={160} m="sm" />;
  if (curation.works.length === 0)
    return <div className={classes['empty']}>{messages.curationPanel.nobodyHasACopy}</div>;
  const submitted = curation.works.filter(each => each.document !== null).length;
  return (
    <>
      <People curation={curation} work={work} />
      {submitted < 2 ? (
        <div className={classes['empty']}>{messages.curationPanel.annotationsAreComparedAsSoon}</div>
      ) : (
        <Pieces work={work} />
      )}
    </>
  );
}

function People({ curation, work }: { readonly curation: Curation; readonly work: OpenWork }): JSX.Element {
  const addressOf = useAddressOf();
  const client = useService(AgreementClient);
  const controller = useService(CurationController);
  const sendBack = async (email: string): Promise<void> => {
    try {
      await client.api.returnWork({
        params: { project_id: work.opened.project.id, item_id: work.session.item.id },
        body: { email },
      });
      toast(messages.curationPanel.sentBackToEmail(email), { tone: 'success' });
      await controller.load();
    } catch (error) {
      toastError(error);
    }
  };
  return (
    <div className={classes['people']}>
      <div className={classes['person']}>
        <span className={classes['grow']}>
          {messages.curationPanel.agreementShare({ share: <b>{percent(curation.score)}</b> })}
        </span>
        <span className={classes['muted']} title={messages.curationPanel.f1TheSamePiecesFound}>
          F1 {percent(curation.f1)}
        </span>
      </div>
      {curation.works.map(({ email, state, document }, person) => (
        <div key={email} className={classes['person']}>
          <span
            className={classes['chip']}
            style={{ borderColor: lookOf(person).color, cursor: 'default' }}
            aria-hidden
          >
            {initialsOf(addressOf(email))}
          </span>
          <span className={classes['grow']} title={addressOf(email)}>
            {addressOf(email)}
          </span>
          {document === null ? (
            <Badge variant="light" color="gray" tt="none">
              {state === 'open' ? messages.curationPanel.inProgress : messages.shared.submitted}
            </Badge>
          ) : (
            <>
              <span className={classes['muted']}>{document.instances.length.toLocaleString('en')}</span>
              <Menu width={170} position="bottom-end">
                <Menu.Target>
                  <Button size="compact-xs" variant="subtle" aria-label={messages.curationPanel.moreAboutEmail(email)}>
                    <Icon name="more" size={14} />
                  </Button>
                </Menu.Target>
                <Menu.Dropdown>
                  <Menu.Item leftSection={<Icon name="undo" size={14} />} onClick={() => void sendBack(email)}>
                    {messages.curationPanel.sendBack}
                  </Menu.Item>
                </Menu.Dropdown>
              </Menu>
            </>
          )}
        </div>
      ))}
    </div>
  );
}

const filters: readonly { readonly value: PieceFilter; readonly label: string }[] = [
  { value: 'all', label: messages.curationPanel.all },
  { value: 'disputed', label: messages.curationPanel.disputed },
  { value: 'open', label: messages.curationPanel.notTaken },
];

function Pieces({ work }: { readonly work: OpenWork }): JSX.Element {
  const controller = useService(CurationController);
  const { filter, enough, pieces } = useSnapshot(controller.state);
  const takeAgreed = (): void => {
    const count = controller.takeAgreed();
    toast(count === 0 ? messages.curationPanel.thereIsNothingMore : messages.curationPanel.countPiecesTaken(count));
  };
  return (
    <>
      <div className={classes['bar']}>
        <Segments
          aria-label={messages.shared.pieces}
          fullWidth
          style={{ flex: 1 }}
          data={filters}
          value={filter}
          onChange={value => controller.setFilter(value)}
        />
      </div>
      {pieces.length === 0 ? (
        <div className={classes['empty']}>{messages.curationPanel.nobodyMarkedAnything}</div>
      ) : (
        <PieceList work={work} />
      )}
      <div className={classes['foot']}>
        <label
          className={classes['grow']}
          style={{ display: 'flex', alignItems: 'center', gap: 8, overflow: 'visible' }}
        >
          <span className={classes['muted']}>{messages.curationPanel.similarityPercent(percent(enough))}</span>
          <Slider
            size="sm"
            style={{ flex: 1 }}
            label={null}
            thumbLabel={messages.curationPanel.howAlikePiecesMustBe}
            min={0.5}
            max={1}
            step={0.05}
            value={enough}
            onChange={value => controller.setEnough(value)}
          />
        </label>
        <Button size="compact-sm" disabled={work.session.readOnly} onClick={takeAgreed}>
          {messages.curationPanel.acceptAgreed}
        </Button>
      </div>
    </>
  );
}
