import type { ReactNode } from 'react';
import { useTranslation } from '../../../i18n/index.ts';
import { Button } from '../../../ui/index.ts';
import { CancelButton } from './CancelButton.tsx';
import '../shared.css';

export interface FormButtonsProps {
  readonly busy: boolean;
  readonly onCancel: () => void;
  /** What sending is called; left out: "Save". */
  readonly submitLabel?: string;
  /** Stays in sight below a long form; left out: the end of a dialog. */
  readonly isBar?: boolean;
}

/** The end of a form: leaves it, or sends it. */
export function FormButtons({ busy, onCancel, submitLabel, isBar = false }: FormButtonsProps): ReactNode {
  const { t } = useTranslation();
  return (
    <div className={isBar ? 'save-bar' : 'dialog-buttons'}>
      <CancelButton onCancel={onCancel} />
      <Button type="submit" variant="primary" busy={busy}>
        {submitLabel ?? t('common.save')}
      </Button>
    </div>
  );
}
