import { z } from "zod";

const texts = z.array(z.string()).nullish();

/**
 * An application as far as SAML and WS-Federation go. Add-ons come whole, because they are sent back whole: others than
 * these two may hold secrets, so what is read by this is for the server alone.
 */
export const federatedApplication = z.object({
	client_id: z.string(),
	name: z.string().nullish(),
	app_type: z.string().nullish(),
	/** Made by the tenant itself, for its oldest interfaces. */
	global: z.boolean().nullish(),
	/** Of the FAPI profiles; `none` for everyday clients. */
	compliance_level: z.string().nullish(),
	callbacks: texts,
	client_aliases: texts,
	addons: z.record(z.string(), z.unknown()).nullish(),
});
export type FederatedApplication = z.infer<typeof federatedApplication>;
