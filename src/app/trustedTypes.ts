/** What a policy is made of; TypeScript's own library does not know it yet. */
interface PolicyRules {
  createScriptURL(url: string): string | null;
  createHTML(text: string, type: string, sink: string): string | null;
}

interface TrustedTypePolicies {
  createPolicy(name: string, rules: PolicyRules): unknown;
}

/** The one sink for markup that runs nothing: it makes a document that is on no screen. */
const PARSER = 'DOMParser parseFromString';

/**
 * What the page may run, and read as markup, where the browser asks (`require-trusted-types-for`): scripts of workers
 * are files of this build, and markup goes to the parser of files and map attributions alone. The empty text is no
 * markup: react-aria clears its announcements with it when a date or time is typed. Everything else that could turn a
 * text into code is refused by the browser, wherever it is, in libraries too.
 */
export function trustedTypeRules(base: string): PolicyRules {
  const { origin, href } = new URL('assets/', base);
  const push = new URL('push.js', base).href;
  return {
    createScriptURL(url) {
      const wanted = new URL(url, base);
      const isOurs = wanted.origin === origin && wanted.href.startsWith(href);
      return isOurs || wanted.href === push ? url : null;
    },
    createHTML: (text, _type, sink) => (sink === PARSER || text === '' ? text : null),
  };
}

/** Sets the page's one policy; browsers without trusted types need none. */
export function openTrustedTypes(scope: object, base: string): void {
  const { trustedTypes } = scope as { readonly trustedTypes?: TrustedTypePolicies };
  trustedTypes?.createPolicy('default', trustedTypeRules(base));
}
