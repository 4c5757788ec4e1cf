import { type PostedEdit, readPostedEdit } from "@/app/certificates/posted-edit";
import type { ConnectionContent, ConnectionValues } from "../edit/connection-content";
import { connectionContent, connectionValues } from "../edit/connection-form-schema";
import { postedValues } from "../edit/posted-values";

export type PostedConnection = PostedEdit<ConnectionContent, ConnectionValues>;

/** @returns null for a form that no page of this version sends */
export function readPostedConnection(form: FormData): PostedConnection | null {
	const shape = { idField: "connectionId", content: connectionContent, values: connectionValues, postedValues };
	return readPostedEdit(form, shape);
}
