/** A place to go to. `detail` tells apart what is called the same. */
export type JumpOption = { text: string; detail?: string | null; href: string };

export type JumpGroup = { title: string; options: JumpOption[] };

/** A template, user or recently opened token as the palette names it. Made field by field: it crosses to the browser. */
export type JumpApplication = { id: string; name: string };
export type JumpTemplate = { id: string; name: string };
export type JumpUser = { id: string; label: string; name: string | null };
export type JumpToken = { id: string; user: string | null; application: string | null };

/** `hasMore`: the tenant has more templates than these newest ones. */
export type JumpTemplates = { templates: JumpTemplate[]; hasMore: boolean };
