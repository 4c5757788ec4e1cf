import {
	createClientGrantOperation,
	deleteClientGrantOperation,
	listClientGrantsOperation,
} from "./clients/client-grants";
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
import type { ManagementOperation } from "./operation";
import {
	deleteRefreshTokenOperation,
	getRefreshTokenOperation,
	listRefreshTokensOperation,
	listUserRefreshTokensOperation,
	updateRefreshTokenOperation,
} from "./refresh-tokens";
import { listSigningKeysOperation, rotateSigningKeysOperation } from "./signing-keys";
import {
	createTemplateOperation,
	deleteTemplateOperation,
	getTemplateOperation,
	listTemplatesOperation,
	updateTemplateOperation,
} from "./templates";
import { getUserOperation, searchUsersOperation, usersByEmailOperation } from "./users";

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
