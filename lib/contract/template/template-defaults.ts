// The only or usual values of a template's properties. No import here: the browser uses these too.

export const TEMPLATE_TYPE_DEFAULT = "mdl";
export const TEMPLATE_DIALECT = "simplified/1.0";
export const TRUSTED_ISSUERS = "aamva";
