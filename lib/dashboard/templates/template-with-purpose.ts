import "server-only";
import type { Template } from "@/lib/contract/template/template";
import { getTemplate } from "../management/templates";
import { readPurpose } from "../store/template-purposes";
import type { Purpose } from "./purpose";

/** A template of the tenant, with the purpose that the console keeps beside it. */
export type TemplateWithPurpose = Template & { purpose: Purpose };

/** @throws SessionError, ManagementError */
export async function getTemplateWithPurpose(id: string): Promise<TemplateWithPurpose> {
	return { ...(await getTemplate(id)), purpose: await readPurpose(id) };
}
