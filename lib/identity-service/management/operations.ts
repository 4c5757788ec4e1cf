import type { ManagementOperation } from "../http/operation";
import { listClientsOperation } from "./clients/clients";
import {
	deleteRefreshTokenOperation,
	getRefreshTokenOperation,
	listRefreshTokensOperation,
	listUserRefreshTokensOperation,
	updateRefreshTokenOperation,
} from "./refresh-tokens/refresh-tokens";
import { rotateSigningKeysOperation } from "./signing-keys/signing-keys";
import {
	createTemplateOperation,
	deleteTemplateOperation,
	getTemplateOperation,
	listTemplatesOperation,
	updateTemplateOperation,
} from "./templates/templates";
import { getUserOperation, searchUsersOperation, usersByEmailOperation } from "./users/users";

/** Everything that the management interface does. */
export const managementOperations: readonly ManagementOperation[] = [
	listTemplatesOperation,
	createTemplateOperation,
	getTemplateOperation,
	updateTemplateOperation,
	deleteTemplateOperation,
	listRefreshTokensOperation,
	getRefreshTokenOperation,
	updateRefreshTokenOperation,
	deleteRefreshTokenOperation,
	listUserRefreshTokensOperation,
	searchUsersOperation,
	usersByEmailOperation,
	getUserOperation,
	listClientsOperation,
	rotateSigningKeysOperation,
];
