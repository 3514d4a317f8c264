/** Words of a component: a text, or what makes one of its values. */
export type ComponentWord = string | ((values: Record<string, string>) => string);

/**
 * What the components say by themselves, to screen readers above all, in Persian: the library has none. Words that are
 * not here are said in English.
 */
export const PERSIAN: Readonly<Record<string, Readonly<Record<string, ComponentWord>>>> = {
  '@react-aria/dnd': {
    dragItem: ({ itemText }) => `جابه‌جا کردن ${itemText}`,
    dragDescriptionKeyboard: 'برای آغاز جابه‌جایی Enter را بزنید.',
    dragDescriptionKeyboardAlt: 'برای آغاز جابه‌جایی Alt + Enter را بزنید.',
    dragDescriptionTouch: 'برای آغاز جابه‌جایی دو بار ضربه بزنید.',
    dragDescriptionVirtual: 'برای آغاز جابه‌جایی کلیک کنید.',
    dragDescriptionLongPress: 'برای آغاز جابه‌جایی انگشت را نگه دارید.',
    dragStartedKeyboard: 'جابه‌جایی آغاز شد. با Tab به جای تازه بروید، با Enter بگذارید و با Escape رها کنید.',
    dragStartedTouch: 'جابه‌جایی آغاز شد. به جای تازه بروید و دو بار ضربه بزنید.',
    dragStartedVirtual: 'جابه‌جایی آغاز شد. به جای تازه بروید و کلیک کنید یا Enter را بزنید.',
    endDragKeyboard: 'در حال جابه‌جایی. برای رها کردن Enter را بزنید.',
    endDragTouch: 'در حال جابه‌جایی. برای رها کردن دو بار ضربه بزنید.',
    endDragVirtual: 'در حال جابه‌جایی. برای رها کردن کلیک کنید.',
    dropDescriptionKeyboard: 'با Enter همین‌جا بگذارید. با Escape جابه‌جایی رها می‌شود.',
    dropDescriptionTouch: 'برای گذاشتن دو بار ضربه بزنید.',
    dropDescriptionVirtual: 'برای گذاشتن کلیک کنید.',
    dropCanceled: 'جابه‌جایی رها شد.',
    dropComplete: 'جابه‌جا شد.',
    dropIndicator: 'جای گذاشتن',
    dropOnRoot: 'گذاشتن روی',
    dropOnItem: ({ itemText }) => `گذاشتن روی ${itemText}`,
    insertBefore: ({ itemText }) => `گذاشتن پیش از ${itemText}`,
    insertBetween: ({ beforeItemText, afterItemText }) => `گذاشتن میان ${beforeItemText} و ${afterItemText}`,
    insertAfter: ({ itemText }) => `گذاشتن پس از ${itemText}`,
  },
  '@react-aria/calendar': {
    previous: 'قبلی',
    next: 'بعدی',
    selectedDateDescription: ({ date }) => `تاریخ انتخاب‌شده: ${date}`,
    selectedRangeDescription: ({ dateRange }) => `بازهٔ انتخاب‌شده: ${dateRange}`,
    todayDate: ({ date }) => `امروز، ${date}`,
    todayDateSelected: ({ date }) => `امروز، ${date}، انتخاب شده`,
    dateSelected: ({ date }) => `${date}، انتخاب شده`,
    startRangeSelectionPrompt: 'برای آغاز انتخاب بازه کلیک کنید',
    finishRangeSelectionPrompt: 'برای پایان انتخاب بازه کلیک کنید',
    minimumDate: 'نخستین تاریخ ممکن',
    maximumDate: 'واپسین تاریخ ممکن',
    dateRange: ({ startDate, endDate }) => `${startDate} تا ${endDate}`,
  },
  '@react-aria/combobox': {
    countAnnouncement: ({ optionCount }) => `${Number(optionCount).toLocaleString('fa')} گزینه در دسترس است.`,
    selectedAnnouncement: ({ optionText }) => `${optionText}، انتخاب شد`,
    buttonLabel: 'نمایش پیشنهادها',
    listboxLabel: 'پیشنهادها',
  },
  '@react-aria/gridlist': {
    hasActionAnnouncement: 'این سطر کاری انجام می‌دهد',
    hasLinkAnnouncement: ({ link }) => `این سطر پیوند دارد: ${link}`,
  },
  '@react-aria/menu': { longPressMessage: 'برای باز شدن منو نگه دارید یا Alt + ArrowDown را بزنید' },
  '@react-aria/overlays': { dismiss: 'بستن' },
  '@react-aria/searchfield': { 'Clear search': 'پاک کردن جست‌وجو' },
  '@react-aria/spinbutton': { Empty: 'خالی' },
  '@react-aria/toast': { close: 'بستن', notifications: ({ count }) => `${Number(count).toLocaleString('fa')} اعلان.` },
  '@react-aria/breadcrumbs': { breadcrumbs: 'مسیر صفحه' },
  'react-aria-components': { selectPlaceholder: 'انتخاب کنید' },
};
