import { useState, type ReactNode } from 'react';
import type { RoleDetails } from '../../domain/role/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { Button, Checkbox, Dialog, InviteIcon, SearchField, Skeleton } from '../../ui/index.ts';
import { useAnswer } from '../shared/services/calls.ts';
import { InviteDialog } from '../shared/invitation/InviteDialog.tsx';
import { ProblemBanner } from '../shared/ProblemView.tsx';
import { useSession } from '../shared/services/session.ts';
import { useNotify } from '../shared/services/toasts.ts';
import { useAct } from '../shared/services/useAct.ts';

/** Fills a role: with people of the account, or with new ones by invitation. */
export function AddUsersDialog({ role, onClose }: { role: RoleDetails; onClose: () => void }): ReactNode {
  const { t } = useTranslation();
  const { can, user: me } = useSession();
  const notify = useNotify();
  const act = useAct();
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [inviting, setInviting] = useState(!can({ resource: 'user', action: 'u' }));
  const people = useAnswer('getTeamPeoples', inviting ? null : { search: '' }, ['user']);
  if (inviting) return <InviteDialog roleId={role.role_id} onClose={onClose} />;

  const wanted = search.trim().toLocaleLowerCase();
  const shown = (people.value?.people ?? []).filter(
    ({ name, email }) => wanted === '' || `${name} ${email}`.toLocaleLowerCase().includes(wanted),
  );
  const members = new Set(role.members.map((member) => member.user_id));
  const note = (id: number, roleName: string): string =>
    members.has(id) ? t('roles.alreadyInRole') : id === me?.user_id ? t('people.notOwnRole') : roleName;
  const pick = (id: number, on: boolean): void =>
    setChosen((before) => new Set(on ? [...before, id] : [...before].filter((each) => each !== id)));
  const save = async (): Promise<void> => {
    for (const id of chosen) {
      if ((await act.run('updateUserRole', { user_id: id, role_id: role.role_id })) === null) return;
      pick(id, false);
    }
    notify.done(t('success.userRoleUpdated'));
    onClose();
  };
  return (
    <Dialog
      open
      title={t('roles.addUsersTo', { role: role.name })}
      closeLabel={t('common.close')}
      onClose={onClose}
      actions={
        <>
          {can({ resource: 'user', action: 'a' }) && (
            <Button variant="quiet" icon={<InviteIcon aria-hidden="true" />} onPress={() => setInviting(true)}>
              {t('roles.inviteInstead')}
            </Button>
          )}
          <Button variant="primary" busy={act.busy} isDisabled={chosen.size === 0} onPress={() => void save()}>
            {t('roles.give', { count: chosen.size })}
          </Button>
        </>
      }>
      <div className="people-dialog">
        {act.problem !== null && <ProblemBanner problem={act.problem} />}
        {people.problem !== null && (
          <ProblemBanner
            problem={people.problem}
            action={<Button onPress={people.reload}>{t('common.retry')}</Button>}
          />
        )}
        <SearchField
          label={t('people.search')}
          clearLabel={t('common.clearSearch')}
          value={search}
          onChange={setSearch}
          maxLength={100}
        />
        {people.value === null && people.problem === null && <Skeleton height="160px" />}
        <ul className="people-choice" aria-label={t('people.users')}>
          {shown.map((person) => (
            <li key={person.user_id}>
              <Checkbox
                selected={chosen.has(person.user_id)}
                disabled={members.has(person.user_id) || person.user_id === me?.user_id}
                onChange={(on) => pick(person.user_id, on)}>
                <span>
                  <bdi>{person.name}</bdi> <span className="dim">{note(person.user_id, person.role_name)}</span>
                </span>
              </Checkbox>
            </li>
          ))}
        </ul>
        {people.value !== null && shown.length === 0 && <p className="dim">{t('common.noMatches')}</p>}
      </div>
    </Dialog>
  );
}
