import { useActorRef, useSelector } from '@xstate/react';
import { useState } from 'react';
import { useTranslation } from '../../i18n/index.ts';
import { createItemEditingMachine, type ItemEditingEffects } from '../../machines/itemEditing/index.ts';
import { useLatest } from './useLatest.ts';

/** Things of one kind that a device has, written one at a time: its sensors, its commands. */
export function useItemEditing<Form, Item>(effects: Omit<ItemEditingEffects<Form, Item>, 'unexpectedText'>) {
  const { t } = useTranslation();
  const latest = useLatest(effects);
  const [machine] = useState(() =>
    createItemEditingMachine<Form, Item>({
      save: (id, form, signal) => latest().save(id, form, signal),
      remove: (id, signal) => latest().remove(id, signal),
      saved: (item, isNew) => latest().saved(item, isNew),
      removed: () => latest().removed(),
      unexpectedText: () => t('errors.unexpected'),
    }),
  );
  const actor = useActorRef(machine);
  return { actor, snapshot: useSelector(actor, (state) => state), send: actor.send };
}
