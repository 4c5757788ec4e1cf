import type { ManagementOperation } from "../http/operation";
import {
	createClientGrantOperation,
	deleteClientGrantOperation,
	listClientGrantsOperation,
} from "./client-grants/client-grants";
import {
	createClientOperation,
	deleteClientOperation,
	getClientOperation,
	listClientsOperation,
	rotateClientSecretOperation,
	updateClientOperation,
} from "./clients/clients";
import {
	createConnectionOperation,
	deleteConnectionOperation,
	getConnectionOperation,
	listConnectionsOperation,
	updateConnectionOperation,
} from "./connections/connections";
import {
	deleteRefreshTokenOperation,
	getRefreshTokenOperation,
	listRefreshTokensOperation,
	listUserRefreshTokensOperation,
	updateRefreshTokenOperation,
} from "./refresh-tokens/refresh-tokens";
import { listSigningKeysOperation, rotateSigningKeysOperation } from "./signing-keys/signing-keys";
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
	createClientOperation,
	getClientOperation,
	updateClientOperation,
	deleteClientOperation,
	rotateClientSecretOperation,
	listClientGrantsOperation,
	createClientGrantOperation,
	deleteClientGrantOperation,
	listSigningKeysOperation,
	rotateSigningKeysOperation,
	listConnectionsOperation,
	createConnectionOperation,
	getConnectionOperation,
	updateConnectionOperation,
	deleteConnectionOperation,
];
