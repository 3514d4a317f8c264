import { useState, type ReactNode } from 'react';
import type { User } from '../../../domain/user/index.ts';
import './avatar.css';

type Person = Pick<User, 'first_name' | 'last_name' | 'username' | 'picture'>;

/** Up to two letters that stand for a person. */
function initialsOf(person: Person | null): string {
  const letters = [person?.first_name, person?.last_name].map((name) => [...(name ?? '')][0] ?? '').join('');
  return (letters || ([...(person?.username ?? '')][0] ?? '?')).toLocaleUpperCase();
}

/**
 * A person's picture in a circle; their initials without one, or where it cannot be loaded.
 * Decoration for screen readers: the caller writes or labels the person's name beside it.
 */
export function Avatar({ person }: { person: Person | null }): ReactNode {
  const [failed, setFailed] = useState<string | null>(null);
  const path = person?.picture ?? '';
  if (path === '' || path === failed)
    return (
      <span className="avatar" aria-hidden="true">
        {initialsOf(person)}
      </span>
    );
  return <img className="avatar" src={path} alt="" loading="lazy" draggable={false} onError={() => setFailed(path)} />;
}
