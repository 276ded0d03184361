import { Alert, Button, Group, Skeleton } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { FormEvent, JSX } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { useService, useTeam } from '#core/kernel/web/index.ts';
import { PageBody, PageHeader, useLeaveQuestion } from '#core/ui/web/index.ts';
import { ProjectsWebHooks } from '../kit/projects-web-hooks.ts';
import { linkProblem } from '../link-problem.ts';
import { messages } from '../messages.ts';
import type { NewProjectDraft, NewProjectStep } from '../new-project-draft.ts';
import { isBegun, newProjectSteps, NewProjectStore } from '../new-project-draft.ts';
import { stepHelp, typeHelp } from '../new-project-help.ts';
import classes from '../projects.module.css';
import { TypeCards } from '../type-cards.tsx';
import { useEditableTypes } from '../use-editable-types.ts';
import { useMakeProject } from '../use-make-project.ts';
import { useNameCheck } from '../use-name-check.ts';
import { ContentStep } from './new-project-content.tsx';
import { GeneralStep } from './new-project-general.tsx';
import { PeopleStep } from './new-project-people.tsx';

const TITLES: Readonly<Record<NewProjectStep, string>> = {
  type: messages.shared.type,
  general: messages.newProjectPage.general,
  content: messages.newProjectPage.content,
  people: messages.shared.people,
};

/**
 * Makes a project step by step; only type and name are needed. The step is in the address, so back and forward walk the
 * steps.
 */
export default function NewProjectPage(): JSX.Element {
  const team = useTeam();
  const store = useService(NewProjectStore);
  const [params, setParams] = useSearchParams();
  const given = Number(params.get('type'));
  const [ready, setReady] = useState(false);
  useEffect(() => {
    store.enter(team.id, given >= 1 && given <= 8 ? given : undefined);
    setReady(true);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the address begins the form once
  }, [store, team.id]);
  const asked = params.get('step') as NewProjectStep;
  const step = newProjectSteps.includes(asked) ? asked : 'type';
  return (
    <>
      <PageHeader title={messages.shared.newProject} />
      <PageBody>
        {ready ? <Wizard step={step} onStep={next => setParams({ step: next })} /> : <Skeleton h={240} />}
      </PageBody>
    </>
  );
}

function Wizard({
  step,
  onStep,
}: {
  readonly step: NewProjectStep;
  readonly onStep: (step: NewProjectStep) => void;
}): JSX.Element {
  const team = useTeam();
  const store = useService(NewProjectStore);
  const hooks = useService(ProjectsWebHooks);
  const navigate = useNavigate();
  const draft = useSnapshot(store.state).draft as NewProjectDraft;
  const types = useEditableTypes();
  const name = useNameCheck(draft.name);
  const { make, busy, failure } = useMakeProject();
  const [left, setLeft] = useState<string>();
  useLeaveQuestion(isBegun(draft) && left === undefined);
  useEffect(() => {
    if (left === undefined) return;
    store.forget();
    void navigate(left);
  }, [left, navigate, store]);

  const typeReady = types?.has(draft.type) === true;
  const nameReady = (name.ready || draft.made !== undefined) && linkProblem(draft.link) === undefined;
  const at = newProjectSteps.indexOf(step);
  const next = newProjectSteps[at + 1];
  const reach = !typeReady ? 0 : !nameReady ? 1 : newProjectSteps.length - 1;
  const leaveTo = async (made: number): Promise<void> => {
    const parts = await hooks.newProjectParts.promise({ teamId: team.id }, []);
    const page = parts.find(each => each.opens !== undefined && each.suits(draft.type))?.opens;
    setLeft(`/t/${team.id}/p/${made}${page === undefined ? '' : `/${page}`}`);
  };
  const finish = (): void => make(draft, made => void leaveTo(made));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (busy || at > reach) return;
    if (next === undefined) finish();
    else if (at < reach) onStep(next);
  };

  return (
    <form className={classes['wizard']} onSubmit={submit}>
      <nav aria-label={messages.shared.steps} className={classes['steps']}>
        {newProjectSteps.map((each, index) => (
          <button
            key={each}
            type="button"
            aria-current={each === step ? 'step' : undefined}
            disabled={index > reach || draft.made !== undefined}
            className={classes['step']}
            onClick={() => onStep(each)}
          >
            <span className={classes['stepNumber']}>{index + 1}</span>
            {TITLES[each]}
          </button>
        ))}
      </nav>
      <div className={classes['wizardBody']}>
        <section className={classes['wizardStep']} aria-label={TITLES[step]}>
          {draft.made !== undefined ? undefined : step === 'type' ? (
            <TypeCards value={draft.type} onChange={type => store.chooseType(type)} />
          ) : undefined}
          {draft.made === undefined && step === 'general' ? (
            <GeneralStep draft={draft} problem={name.problem} />
          ) : undefined}
          {draft.made === undefined && step === 'content' ? <ContentStep draft={draft} /> : undefined}
          {draft.made === undefined && step === 'people' ? <PeopleStep draft={draft} /> : undefined}
          {failure === undefined ? undefined : (
            <Alert
              color={failure.limit ? 'yellow' : 'red'}
              mt="md"
              role="alert"
              title={
                failure.limit
                  ? messages.newProjectPage.planDoesNotAllowMore
                  : draft.made === undefined
                    ? messages.newProjectPage.projectWasNotMade
                    : messages.newProjectPage.projectIsMade
              }
            >
              {failure.text}
              {failure.limit ? messages.newProjectPage.thePersonWhoRunsThis : ''}
            </Alert>
          )}
          <Group gap="xs" mt="lg">
            {draft.made === undefined ? (
              <>
                {at === 0 ? undefined : (
                  <Button variant="default" onClick={() => onStep(newProjectSteps[at - 1]!)}>
                    {messages.newProjectPage.back}
                  </Button>
                )}
                {next === undefined ? undefined : (
                  <Button type="submit" variant={at >= 1 ? 'default' : 'filled'} disabled={at >= reach}>
                    {messages.newProjectPage.next}
                  </Button>
                )}
                {at >= 1 ? (
                  <Button
                    {...(next === undefined ? { type: 'submit' as const } : { onClick: () => void finish() })}
                    loading={busy}
                    disabled={reach < newProjectSteps.length - 1}
                  >
                    {messages.newProjectPage.createProject}
                  </Button>
                ) : undefined}
                <Button variant="subtle" color="gray" component={Link} to={`/t/${team.id}/projects`}>
                  {messages.shared.cancel}
                </Button>
              </>
            ) : (
              <>
                <Button loading={busy} onClick={finish}>
                  {messages.newProjectPage.tryAgain}
                </Button>
                <Button variant="default" onClick={() => setLeft(`/t/${team.id}/p/${draft.made}`)}>
                  {messages.newProjectPage.openWithoutIt}
                </Button>
              </>
            )}
          </Group>
        </section>
        <aside className={classes['what']} aria-label={messages.newProjectPage.whatIsThis}>
          <h2 className={classes['section']}>{messages.newProjectPage.whatIsThis}</h2>
          {step === 'content' || step === 'type' ? <p>{typeHelp[draft.type]}</p> : undefined}
          {stepHelp[step].map(each => (
            <p key={each}>{each}</p>
          ))}
        </aside>
      </div>
    </form>
  );
}
