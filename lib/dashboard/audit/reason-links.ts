import "server-only";
import { dashboardConfig } from "../config";
import { type ReasonPart, reasonParts } from "./tickets";

/** A reason as pages show it, with links where the operator has set them up; null where there is none. */
export function reasonLinks(reason: string | null): ReasonPart[] | null {
	return reason === null ? null : reasonParts(reason, dashboardConfig().tickets);
}
