// Files of views share one document, which what they load holds on to. Each begins at the same address, with nothing
// kept.
if (typeof document !== 'undefined') {
  // Saving a file leaves the page at the address of what is saved, from where no link leads into the product.
  const { happyDOM }: { happyDOM?: { setURL(url: string): void } } = globalThis as never;
  happyDOM?.setURL('http://localhost:3000/');
  localStorage.clear();
  sessionStorage.clear();
  for (const name of ['lang', 'dir', 'class', 'style']) document.documentElement.removeAttribute(name);
}
