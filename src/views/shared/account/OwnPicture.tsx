import type { ReactNode } from 'react';
import type { Profile } from '../../../domain/user/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { useCalls } from '../services/calls.ts';
import { PictureField } from '../form/PictureField.tsx';
import { useNotify } from '../services/toasts.ts';

/** The picture of the signed-in user: saved as soon as it is chosen. */
export function OwnPicture({
  profile,
  onChanged,
}: {
  profile: Profile;
  onChanged: (profile: Profile) => void;
}): ReactNode {
  const { t } = useTranslation();
  const { call } = useCalls();
  const { done } = useNotify();
  return (
    <PictureField
      label={t('profile.picture')}
      value={profile.picture}
      alt={t('profile.pictureOf', { name: `${profile.first_name} ${profile.last_name}` })}
      onChange={async (imageId) => {
        const answer = await call('uploadProfilePic', { image_id: imageId });
        if (!answer.ok) return answer.error;
        done(t(imageId === '' ? 'success.pictureRemoved' : 'success.pictureSaved'));
        onChanged(answer.value);
        return null;
      }}
    />
  );
}
