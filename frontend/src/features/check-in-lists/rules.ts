/** Maximum length of a name (contract 5). */
export const LIST_NAME_MAX = 40;
