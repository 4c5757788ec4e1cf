export { handleAuthentication as POST } from "@/lib/identity-service/authentication/handle-authentication";
