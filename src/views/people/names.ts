/** A person's full name; the user name where none was given. */
export const fullName = (user: { first_name: string; last_name: string; username: string }): string =>
  `${user.first_name} ${user.last_name}`.trim() || user.username;
