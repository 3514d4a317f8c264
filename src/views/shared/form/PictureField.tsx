import { useId, useRef, useState, type DragEvent, type ReactNode } from 'react';
import { IMAGE } from '../../../domain/base/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { Button, PictureIcon } from '../../../ui/index.ts';
import { useCalls } from '../services/calls.ts';
import type { Problem } from '../services/fleet.ts';
import { imageProblem } from './imageFile.ts';
import { messageOf } from '../ProblemView.tsx';
import './pictureField.css';

export interface PictureFieldProps {
  label: string;
  /** Path of the picture that is saved; empty = none. */
  value: string;
  /** Alternative text of the picture. */
  alt: string;
  shape?: 'round' | 'wide';
  hint?: string;
  disabled?: boolean;
  /** Takes an uploaded picture, or removes it when empty. A problem is shown at the field. */
  onChange: (imageId: string) => Promise<Problem | null>;
}

/** A picture that is seen, chosen, dropped, replaced or removed; checked here before anything is sent. */
export function PictureField({
  label,
  value,
  alt,
  shape = 'round',
  hint,
  disabled = false,
  onChange,
}: PictureFieldProps): ReactNode {
  const { t } = useTranslation();
  const { upload } = useCalls();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [over, setOver] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const locked = disabled || busy;
  const finish = (problem: Problem | null): void => {
    setBusy(false);
    setError(problem === null ? null : messageOf(problem));
  };
  const take = async (file: File | undefined): Promise<void> => {
    if (file === undefined || locked) return;
    const refused = await imageProblem(file);
    if (refused !== null) return setError(t(refused === 'kind' ? 'picture.notImage' : 'picture.tooLarge'));
    setBusy(true);
    setError(null);
    const uploaded = await upload(file);
    finish(uploaded.ok ? await onChange(uploaded.value.image_id) : uploaded.error);
  };
  const remove = async (): Promise<void> => {
    setBusy(true);
    finish(await onChange(''));
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    void take(event.dataTransfer.files[0]);
  };
  return (
    <fieldset className="picture" data-shape={shape} data-over={over} aria-describedby={`${id}-note`}>
      <legend className="field-label">{label}</legend>
      {/* Dropping is a shortcut for the button beside it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div
        className="picture-place"
        onDragOver={(event) => {
          event.preventDefault();
          setOver(!locked);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}>
        {value === '' ? <PictureIcon aria-hidden="true" /> : <img src={value} alt={alt} />}
      </div>
      <div className="picture-acts">
        <input
          ref={input}
          type="file"
          hidden
          accept={IMAGE.types.join(',')}
          aria-label={label}
          onChange={(event) => {
            void take(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
        <Button busy={busy} isDisabled={disabled} onPress={() => input.current?.click()}>
          {value === '' ? t('picture.choose') : t('picture.replace')}
        </Button>
        {value !== '' && (
          <Button variant="quiet" isDisabled={locked} onPress={() => void remove()}>
            {t('common.remove')}
          </Button>
        )}
        <p
          id={`${id}-note`}
          className={error === null ? 'field-hint' : 'field-error'}
          role={error === null ? undefined : 'alert'}>
          {error ?? hint ?? t('picture.hint')}
        </p>
      </div>
    </fieldset>
  );
}
